import type { KillableNode } from '../../../testing/kill.ts'

/** As if the time had passed after which a killed node is noticed. */
export async function afterAWhile({ rows }: KillableNode): Promise<void> {
  await rows(`update skill_runs set seen_at = seen_at - interval '1 minute' where status = 'running'`)
  await rows(
    `update pgboss.job set state = 'retry', start_after = now(), heartbeat_on = null where state = 'active'`,
  )
}
