import { sql } from 'kysely'
import type { Access, SecuritySettings, Settings } from '#contract'
import type { Reader } from '#database'
import { dateAt } from '#rules/date-at'

/** Selects the settings, which are one row. Only `identity/settings` writes its JSON columns, validated by the contract. */
export const readSettings = (tx: Reader) =>
  tx
    .selectFrom('settings')
    .select(['organisationName', 'uses', 'timeZone', 'language', 'currency', 'termsDays', 'version'])
    .select(sql<Access>`default_access_of(settings)`.as('defaultAccess'))
    .select(['letterhead', 'taxRates', 'invoiceSeries', 'creditNoteSeries', 'retention'])
    .$castTo<Settings>()

/**
 * Reads the settings with the current time, and today's date in the organisation's time zone. Both are by the database's clock:
 * a node's clock can be wrong.
 */
export async function readSettingsToday(
  tx: Reader,
): Promise<{ settings: Settings; now: Date; today: string }> {
  const { now: time, ...settings } = await readSettings(tx)
    .select(sql<string>`clock_timestamp()`.as('now'))
    .$castTo<Settings & { now: string }>()
    .executeTakeFirstOrThrow()
  const now = new Date(time)
  return { settings, now, today: dateAt(now, settings.timeZone) }
}

/** Selects the security settings, which are columns of the settings' one row. */
export const readSecuritySettings = (tx: Reader) =>
  tx
    .selectFrom('settings')
    .select(['maxKeyLifetimeDays', 'twoFactorRequired', 'maxSessionDays', 'accessLog', 'version'])
    .$castTo<SecuritySettings>()
