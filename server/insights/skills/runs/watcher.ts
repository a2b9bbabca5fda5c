import { setTimeout as wait } from 'node:timers/promises'
import type { Run } from '#contract'
import { type Reader, unguarded } from '#platform'
import { findRun, runs, toRun, withoutOutput } from './rows.ts'

const lookEveryMs = 400

type Hear = (run: Run | null) => void

/** Tells those who watch runs on this node what becomes of them, by one query for all of them together. */
export interface Watcher {
  /** The run at once and at each change; ends when it has finished, or is gone. */
  watch(tx: Reader, runId: string, signal: AbortSignal): AsyncGenerator<Run>
  /** The run as it is once it has finished, or after so long; undefined where it is gone. */
  untilFinished(tx: Reader, runId: string, ms: number, signal: AbortSignal): Promise<Run | undefined>
}

export function createWatcher(): Watcher {
  const heard = new Map<string, Set<Hear>>()
  let looking = false

  /** Looks as long as somebody watches. */
  async function look(tx: Reader): Promise<void> {
    looking = true
    while (heard.size > 0) {
      const ids = [...heard.keys()]
      try {
        const found = await findWatched(tx, ids)
        for (const id of ids) for (const hear of heard.get(id) ?? []) hear(found.get(id) ?? null)
      } catch {
        // They are told when the database answers again.
      }
      await wait(lookEveryMs)
    }
    looking = false
  }

  async function* watch(tx: Reader, runId: string, signal: AbortSignal): AsyncGenerator<Run> {
    let news = Promise.withResolvers<Run | null>()
    const hear: Hear = (run) => news.resolve(run)
    const stop = () => news.resolve(null)
    signal.addEventListener('abort', stop)
    heard.set(runId, (heard.get(runId) ?? new Set()).add(hear))
    try {
      let last = ''
      let run = (await findRun(tx, runId)) ?? null
      if (!looking) void unguarded(() => look(tx))
      while (run && !signal.aborted) {
        const now = JSON.stringify(run)
        if (now !== last) yield run
        if (run.finishedAt) return
        last = now
        run = await news.promise
        news = Promise.withResolvers()
        // Aborted just before it could be heard.
        if (signal.aborted) return
      }
    } finally {
      signal.removeEventListener('abort', stop)
      heard.get(runId)?.delete(hear)
      if (heard.get(runId)?.size === 0) heard.delete(runId)
    }
  }

  return {
    watch,
    async untilFinished(tx, runId, ms, signal) {
      const enough = AbortSignal.any([signal, AbortSignal.timeout(ms)])
      let last: Run | undefined
      for await (const run of watch(tx, runId, enough)) last = run
      return last?.finishedAt || signal.aborted ? last : findRun(tx, runId)
    },
  }
}

/** With their output once they have finished, which is when watching them ends. */
async function findWatched(tx: Reader, ids: string[]): Promise<Map<string, Run>> {
  const rows = await withoutOutput(tx).where('skillRuns.id', 'in', ids).execute()
  const finished = rows.filter(({ finishedAt }) => finishedAt !== null).map(({ id }) => id)
  const whole = finished.length === 0 ? [] : await runs(tx).where('skillRuns.id', 'in', finished).execute()
  return new Map([...rows, ...whole].map((row) => [row.id, toRun(row)]))
}
