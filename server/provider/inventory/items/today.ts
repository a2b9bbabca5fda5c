import { dateAt } from '#contract'
import type { Reader } from '#database'

/** Returns the time by the database's clock, the organisation's time zone and the date there. */
export async function readToday(tx: Reader): Promise<{ now: Date; timeZone: string; today: string }> {
  const { now, timeZone } = await tx
    .selectFrom('settings')
    .select(['timeZone', (row) => row.fn<string>('now').as('now')])
    .executeTakeFirstOrThrow()
  const at = new Date(now)
  return { now: at, timeZone, today: dateAt(at, timeZone) }
}
