import { sql } from 'kysely'
import { dateAt, getSettings, type Settings } from '#contract'
import type { Reader } from '#database'
import { implement } from '#platform'

/** Selects the settings, which are one row. Only `update` writes its JSON columns, validated by the contract. */
export const readSettings = (tx: Reader) =>
  tx
    .selectFrom('settings')
    .select(['organisationName', 'uses', 'timeZone', 'language', 'currency', 'termsDays', 'version'])
    .select(['letterhead', 'taxRates', 'invoiceSeries', 'creditNoteSeries'])
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

export const get = implement(getSettings, async ({ tx }) => readSettings(tx).executeTakeFirstOrThrow())
