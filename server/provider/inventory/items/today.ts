import { dateAt } from '#contract'
import type { Reader } from '#database'

/** Returns the time by the database's clock, the organisation's time zone with its date, and the currency. */
export async function readToday(
  tx: Reader,
): Promise<{ now: Date; timeZone: string; today: string; currency: string }> {
  const { now, timeZone, currency } = await tx
    .selectFrom('settings')
    .select(['timeZone', 'currency', (row) => row.fn<string>('now').as('now')])
    .executeTakeFirstOrThrow()
  const at = new Date(now)
  return { now: at, timeZone, today: dateAt(at, timeZone), currency }
}
