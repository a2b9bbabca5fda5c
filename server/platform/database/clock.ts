import type { Log } from '../log.ts'
import { repeat } from '../repeat.ts'
import type { Database } from './database.ts'

const everyMs = 10 * 60_000
const toleranceMs = 30_000

/**
 * Logs an error, now and every ten minutes, if this machine's clock differs from the database's. Keys and the dates of
 * documents use the database's clock, but sessions and codes of authenticator apps use this one. Returns the function that stops it.
 */
export async function watchClock({ authenticationPool }: Database, log: Log): Promise<() => Promise<void>> {
  async function compare(): Promise<void> {
    const asked = Date.now()
    const { rows } = await authenticationPool.query<{ at: string }>(
      'select clock_timestamp()::timestamptz(3) as at',
    )
    const answered = Date.now()
    const aheadByMs = (asked + answered) / 2 - Date.parse(rows[0]!.at)
    if (Math.abs(aheadByMs) > toleranceMs + (answered - asked) / 2)
      log.error({ aheadByMs: Math.round(aheadByMs) }, 'the clock of this machine or of the database is wrong')
  }
  await compare()
  return repeat({ what: 'the comparison of clocks', log, everyMs }, compare)
}
