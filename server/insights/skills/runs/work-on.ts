import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '#platform'
import { type Claimed, fail, look, type Progress, RunError, release, report, timeOut } from './attempt.ts'

/** How often an attempt looks whether the run is still its own: soon enough for who cancels it. */
const lookEveryMs = 300
/** How often it shows that it lives, when there is nothing new to report. */
const showLifeEveryMs = 2000

export interface Work {
  db: Database
  run: Claimed
  /** Aborted when the run is not this attempt's any more, or the node stops. */
  signal: AbortSignal
  /** Says how far it is; written a few times a second at most. */
  report(progress: Progress): void
}

/**
 * Does the work of a run, which writes the result itself, and ends it where that fails for a reason that a person
 * understands. Where the run is taken away meanwhile, the work is aborted and nothing is written.
 * @param stopping aborted when the node stops: the run is put back for another
 * @throws whatever the work throws beyond `RunError`, after putting the run back
 */
export async function workOn(
  db: Database,
  run: Claimed,
  stopping: AbortSignal,
  work: (context: Work) => Promise<void>,
): Promise<void> {
  const over = new AbortController()
  const lost = new AbortController()
  let news: Progress | null = null
  const keepingWatch = keepWatch()
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
    await keepingWatch
  }

  async function keepWatch(): Promise<void> {
    let shown = performance.now()
    while (!over.signal.aborted) {
      await wait(lookEveryMs, undefined, { signal: over.signal }).catch(() => {})
      if (over.signal.aborted) return
      try {
        const state = await look(db.reader, run)
        if (state === 'overdue') await timeOut(db.reader, run)
        if (state !== 'ours') return lost.abort()
        if (news || performance.now() - shown > showLifeEveryMs) {
          const told = news
          await report(db.reader, run, told)
          // What came meanwhile is told next.
          if (news === told) news = null
          shown = performance.now()
        }
      } catch {
        // The database does not answer: what the attempt writes in the end is refused if the run was lost meanwhile.
      }
    }
  }
}
