import { setTimeout as wait } from 'node:timers/promises'
import { getHealth, getReadiness } from '#contract'
import { Answer, type Implementation, implementOutside } from '#platform'
import packageJson from '../package.json' with { type: 'json' }

export const version = packageJson.version

const databaseAnswersWithinMs = 2000

/** Whether this node is ready for traffic and, if an operator has to do something first, why not. */
export interface Readiness {
  ready: boolean
  reason?: string
}

/** Creates the operations for load balancers and monitoring. */
export function createServiceOperations(readiness: () => Promise<Readiness>): Implementation[] {
  return [
    implementOutside(getHealth, async ({ db }) => {
      const answered = await Promise.race([
        db.authenticationPool.query('select 1').then(
          () => true,
          () => false,
        ),
        wait(databaseAnswersWithinMs, false, { ref: false }),
      ])
      const health = { version, uptimeSeconds: Math.floor(process.uptime()) }
      return answered
        ? { status: 'ok' as const, database: 'ok' as const, ...health }
        : new Answer(503, { status: 'degraded' as const, database: 'unreachable' as const, ...health })
    }),
    implementOutside(getReadiness, async () => {
      const found = await readiness()
      return found.ready ? found : new Answer(503, found)
    }),
  ]
}
