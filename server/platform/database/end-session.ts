import type { PoolClient } from 'pg'

/**
 * Ends a session with all that it locks. Without this, the server learns of the end of a connection when the caller may
 * already have gone on, and refuses the next to take the lock.
 */
export async function endSession(client: PoolClient): Promise<void> {
  await client.query('rollback; select pg_advisory_unlock_all()').catch(() => {})
  client.release(true)
}
