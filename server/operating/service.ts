import { getHealth, getReadiness } from '#contract'
import type { Database } from '#database'
import { Answer, type Implementation, implementOutside } from '#platform'
import { version } from '../start/version.ts'

/** Returns a function that finds out whether the database completes statements. Calls that arrive together share one. */
export function createProbe({ authenticationPool }: Database): () => Promise<boolean> {
  const ask = oneAtATime(() => authenticationPool.query('select 1'))
  const askInTime = oneAtATime(() => inTime(ask()))
  return async () => (await askInTime()) !== undefined
}

/** Shares running work with later callers, so that queries do not pile up while the database hangs. */
export function oneAtATime<T>(ask: () => Promise<T>): () => Promise<T> {
  let asked: Promise<T> | undefined
  return () => {
    asked ??= ask().finally(() => {
      asked = undefined
    })
    return asked
  }
}

/**
 * Returns an answer that takes at most two seconds; undefined if it fails or takes longer. A pause in which this process stood
 * still counts as a tenth of a second, because it could not have read an answer.
 */
export const inTime = <T>(answer: Promise<T>): Promise<T | undefined> =>
  new Promise((resolve) => {
    const end = (found?: T) => {
      clearInterval(timer)
      resolve(found)
    }
    let tenths = 0
    const timer = setInterval(() => ++tenths === 20 && end(), 100).unref()
    answer.then(end, () => end())
  })

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
