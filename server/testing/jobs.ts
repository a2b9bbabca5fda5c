/**
 * As if the time had passed after which the jobs of a killed node are run again: whoever is free begins them at once.
 * Jobs that run elsewhere are begun a second time, too.
 */
export async function runKilledJobsAgain(query: (statement: string) => Promise<unknown>): Promise<void> {
  await query(
    `update pgboss.job set state = 'retry', start_after = now(), heartbeat_on = null where state = 'active'`,
  )
}
