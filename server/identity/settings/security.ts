import { getSecuritySettings, type SecuritySettings } from '#contract'
import type { Reader } from '#database'
import { implement } from '#platform'

/** Selects the security settings, which are columns of the settings' one row. */
export const readSecuritySettings = (tx: Reader) =>
  tx
    .selectFrom('settings')
    .select(['maxKeyLifetimeDays', 'twoFactorRequired', 'maxSessionDays', 'accessLog', 'version'])
    .$castTo<SecuritySettings>()

export const getSecurity = implement(getSecuritySettings, async ({ tx }) =>
  readSecuritySettings(tx).executeTakeFirstOrThrow(),
)
