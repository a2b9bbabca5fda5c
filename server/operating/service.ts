import { setTimeout as wait } from 'node:timers/promises'
import { getHealth, getReadiness } from '#contract'
import type { Database } from '#database'
import { Answer, type Implementation, implementOutside } from '#platform'
import { version } from '../start/version.ts'

const databaseAnswersWithinMs = 2000

/** Returns a function that finds out whether the database completes statements. Calls that arrive together share one. */
export function createProbe({ authenticationPool }: Database): () => Promise<boolean> {
  let running: Promise<boolean> | undefined
  const ask = () =>
    authenticationPool
      .query('select 1')
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        running = undefined
      })
  return () => {
    running ??= ask()
    return Promise.race([running, wait(databaseAnswersWithinMs, false, { ref: false })])
  }
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
