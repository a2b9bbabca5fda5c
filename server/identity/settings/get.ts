import { getSecuritySettings, getSettings, missingAccess } from '#contract'
import { implement } from '#platform'
import { readSecuritySettings, readSettings } from '#settings'

/** Callers without access to billing do not see what payments are sent to. */
export const get = implement(getSettings, async ({ tx, actor }) => {
  const settings = await readSettings(tx).executeTakeFirstOrThrow()
  if (!missingAccess(actor.access, { billing: 'view' })) return settings
  return { ...settings, letterhead: { ...settings.letterhead, iban: '', bic: '', bank: '' } }
})

export const getSecurity = implement(getSecuritySettings, async ({ tx }) =>
  readSecuritySettings(tx).executeTakeFirstOrThrow(),
)
