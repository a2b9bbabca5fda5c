import { setTimeout as wait } from 'node:timers/promises'
import { getHealth, getReadiness } from '#contract'
import { Answer, type Implementation, implementOutside } from '#platform'
import packageJson from '../package.json' with { type: 'json' }

export const version = packageJson.version

const databaseAnswersWithinMs = 2000

/** Creates the operations for load balancers and monitoring. `isReady` returns false while the node starts or drains. */
export function createServiceOperations(isReady: () => boolean): Implementation[] {
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
    implementOutside(getReadiness, async () =>
      isReady() ? { ready: true } : new Answer(503, { ready: false }),
    ),
  ]
}
