import { getSettings } from '#contract'
import { implement, type Reader } from '#platform'

export const readSettings = (tx: Reader) =>
  tx.selectFrom('settings').select(['organisationName', 'timeZone', 'version'])

export const get = implement(getSettings, async ({ tx }) => readSettings(tx).executeTakeFirstOrThrow())
