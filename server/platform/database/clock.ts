import type { Log } from '../log.ts'
import type { Database } from './database.ts'

const everyMs = 10 * 60_000
const tolerableMs = 30_000

/**
 * Says in the log, now and every ten minutes, when this machine's clock is not the database's: keys are judged by the
 * database's, but sessions and codes of authenticator apps by this one. Gives what ends it.
 */
export async function watchClock({ recognitionPool }: Database, log: Log): Promise<() => void> {
  async function compare(): Promise<void> {
    const asked = Date.now()
    const { rows } = await recognitionPool.query<{ at: string }>(
      'select clock_timestamp()::timestamptz(3) as at',
    )
    const answered = Date.now()
    const aheadByMs = (asked + answered) / 2 - Date.parse(rows[0]!.at)
    if (Math.abs(aheadByMs) > tolerableMs + (answered - asked) / 2)
      log.error(
        { aheadByMs: Math.round(aheadByMs) },
        'the clock of this machine is wrong, or the database’s is',
      )
  }
  await compare()
  // A database that is away is told of elsewhere.
  const timer = setInterval(() => compare().catch(() => {}), everyMs).unref()
  return () => clearInterval(timer)
}
