import type { Session } from './session.ts'

/**
 * Ends a session with all that it locks. Without this, the server learns of the end of a connection when the caller may
 * already have gone on, and refuses the next to take the lock.
 */
export async function endSession(session: Session): Promise<void> {
  await session.query('rollback; select pg_advisory_unlock_all()').catch(() => {})
  session.release(true)
}
