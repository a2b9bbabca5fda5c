import { getSecuritySettings, getSettings } from '#contract'
import { implement } from '#platform'
import { readSecuritySettings, readSettings } from '#settings'

export const get = implement(getSettings, async ({ tx }) => readSettings(tx).executeTakeFirstOrThrow())

export const getSecurity = implement(getSecuritySettings, async ({ tx }) =>
  readSecuritySettings(tx).executeTakeFirstOrThrow(),
)
