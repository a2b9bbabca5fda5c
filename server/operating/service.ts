import { setTimeout as wait } from 'node:timers/promises'
import { getHealth, getReadiness } from '#contract'
import type { Database } from '#database'
import { Answer, type Implementation, implementOutside } from '#platform'
import { version } from '../start/version.ts'

/** Returns a function that finds out whether the database completes statements. Calls that arrive together share one. */
export function createProbe({ authenticationPool }: Database): () => Promise<boolean> {
  const ask = oneAtATime(() => authenticationPool.query('select 1'))
  return async () => (await inTime(ask())) !== undefined
}

/** Shares a running query with later callers, so that they do not pile up while the database hangs. */
export function oneAtATime<T>(ask: () => Promise<T>): () => Promise<T> {
  let asked: Promise<T> | undefined
  return () => {
    asked ??= ask().finally(() => {
      asked = undefined
    })
    return asked
  }
}

/** Returns an answer that takes at most two seconds; undefined if it fails or takes longer. */
export async function inTime<T>(answer: Promise<T>): Promise<T | undefined> {
  const answered = new AbortController()
  try {
    return await Promise.race([answer, twoSeconds(answered.signal)])
  } catch {
    return undefined
  } finally {
    answered.abort()
  }
}

/** A pause in which this process stood still counts as a tenth of a second: it could not have read an answer. */
async function twoSeconds(signal: AbortSignal): Promise<undefined> {
  for (let tenths = 0; tenths < 20; tenths++) await wait(100, undefined, { signal, ref: false })
}

/** Whether this node is ready for traffic and, if an operator has to do something first, why not. */
export interface Readiness {
  ready: boolean
  reason?: string
}

/** Creates the operations for load balancers and monitoring. */
export function createServiceOperations(
  readiness: () => Promise<Readiness>,
  databaseAnswers: () => Promise<boolean>,
): Implementation[] {
  return [
    implementOutside(getHealth, async () => {
      const health = { version, uptimeSeconds: Math.floor(process.uptime()) }
      return (await databaseAnswers())
        ? { status: 'ok' as const, database: 'ok' as const, ...health }
        : new Answer(503, { status: 'degraded' as const, database: 'unreachable' as const, ...health })
    }),
    implementOutside(getReadiness, async () => {
      const found = await readiness()
      return found.ready ? found : new Answer(503, found)
    }),
  ]
}
