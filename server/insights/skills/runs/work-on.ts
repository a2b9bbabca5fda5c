import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '#database'
import { createOutageLog, type Log } from '#platform'
import {
  accessLost,
  type Claimed,
  fail,
  look,
  type Progress,
  RunError,
  release,
  report,
  timeOut,
} from './attempt.ts'

/** How often an attempt checks whether it still has the run: limits how long a cancellation takes. */
const lookEveryMs = 300
/** How often it shows a sign of life when there is no news. */
const showLifeEveryMs = 2000

export interface Work {
  db: Database
  run: Claimed
  /** Aborted when the attempt loses the run, or the node stops. */
  signal: AbortSignal
  /** Reports progress; written a few times per second at most. */
  report(progress: Progress): void
}

/**
 * Performs the work of a run, which writes the result itself. A `RunError` fails the run. If the attempt loses the run,
 * the work is aborted and nothing is written.
 * @param stopping aborted when the node stops: the run goes back into the queue
 * @throws any other error of the work, after putting the run back into the queue
 */
export async function workOn(
  { db, log }: { db: Database; log: Log },
  run: Claimed,
  stopping: AbortSignal,
  work: (context: Work) => Promise<void>,
): Promise<void> {
  const over = new AbortController()
  const lost = new AbortController()
  let news: Progress | null = null
  const watching = watch()
  try {
    const signal = AbortSignal.any([lost.signal, stopping])
    await work({
      db,
      run,
      signal,
      report: (progress) => {
        news = progress
      },
    })
  } catch (error) {
    if (lost.signal.aborted) return
    if (error instanceof RunError && !stopping.aborted) await fail(db.reader, run, error)
    else await release(db.reader, run, { counts: !stopping.aborted })
    if (!(error instanceof RunError)) throw error
  } finally {
    over.abort()
    await watching
  }

  async function watch(): Promise<void> {
    const outage = createOutageLog(log, 'a run could not be watched', 'the run can be watched again')
    let shown = performance.now()
    while (!over.signal.aborted) {
      await wait(lookEveryMs, undefined, { signal: over.signal }).catch(() => {})
      if (over.signal.aborted) return
      try {
        const state = await look(db.reader, run)
        if (state === 'overdue') await timeOut(db.reader, run)
        if (state === 'forbidden') await fail(db.reader, run, accessLost)
        if (state !== 'ours') return lost.abort()
        if (news || performance.now() - shown > showLifeEveryMs) {
          const reported = news
          await report(db.reader, run, reported)
          if (news === reported) news = null
          shown = performance.now()
        }
        outage.worked()
      } catch (error) {
        // If the run is lost meanwhile, the final write fails.
        outage.failed(error, { runId: run.id })
      }
    }
  }
}
