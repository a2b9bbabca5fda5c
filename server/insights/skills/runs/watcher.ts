import { setTimeout as wait } from 'node:timers/promises'
import type { Run } from '#contract'
import { type Reader, unguarded } from '#database'
import { createOutageLog, type Log } from '#platform'
import { findRun, runs, toRun, withoutOutput } from './run-rows.ts'

const pollEveryMs = 400

type Listener = (run: Run | null) => void

/** Notifies all watchers on this node, with a single query for all watched runs. */
export interface Watcher {
  /** Yields the run immediately and at each change, until it is finished or deleted. */
  watch(tx: Reader, runId: string, signal: AbortSignal): AsyncGenerator<Run>
  /** Returns the run once it is finished, or after a time limit; undefined if it was deleted. */
  untilFinished(tx: Reader, runId: string, ms: number, signal: AbortSignal): Promise<Run | undefined>
}

export function createWatcher(log: Log): Watcher {
  const outage = createOutageLog(log, 'watched runs could not be read', 'watched runs can be read again')
  const listeners = new Map<string, Set<Listener>>()
  let isPolling = false

  async function poll(tx: Reader): Promise<void> {
    isPolling = true
    while (listeners.size > 0) {
      const ids = [...listeners.keys()]
      try {
        const found = await findWatched(tx, ids)
        outage.worked()
        for (const id of ids) for (const listener of listeners.get(id) ?? []) listener(found.get(id) ?? null)
      } catch (error) {
        outage.failed(error)
      }
      await wait(pollEveryMs)
    }
    isPolling = false
  }

  async function* watch(tx: Reader, runId: string, signal: AbortSignal): AsyncGenerator<Run> {
    let news = Promise.withResolvers<Run | null>()
    const listener: Listener = (run) => news.resolve(run)
    const stop = () => news.resolve(null)
    signal.addEventListener('abort', stop)
    listeners.set(runId, (listeners.get(runId) ?? new Set()).add(listener))
    try {
      let last = ''
      let run = (await findRun(tx, runId)) ?? null
      if (!isPolling) void unguarded(() => poll(tx))
      while (run && !signal.aborted) {
        const now = JSON.stringify(run)
        if (now !== last) yield run
        if (run.finishedAt) return
        last = now
        run = await news.promise
        news = Promise.withResolvers()
        if (signal.aborted) return
      }
    } finally {
      signal.removeEventListener('abort', stop)
      listeners.get(runId)?.delete(listener)
      if (listeners.get(runId)?.size === 0) listeners.delete(runId)
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

/** Reads the outputs of finished runs only. */
async function findWatched(tx: Reader, ids: string[]): Promise<Map<string, Run>> {
  const rows = await withoutOutput(tx).where('skillRuns.id', 'in', ids).execute()
  const finished = rows.filter(({ finishedAt }) => finishedAt !== null).map(({ id }) => id)
  const whole = finished.length === 0 ? [] : await runs(tx).where('skillRuns.id', 'in', finished).execute()
  return new Map([...rows, ...whole].map((row) => [row.id, toRun(row)]))
}
