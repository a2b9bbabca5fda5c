import { sql } from 'kysely'
import { deleteExpired, type Job } from '#platform'

/** Deletes expired sessions, sign-ins and links, and forgotten attempts. */
export const expireSessions: Job = {
  name: 'sessions.expire',
  schedule: '41 * * * *',
  timeLimitSeconds: 3600,
  async run({ db, signal }) {
    const tables = [
      'sessions',
      'pendingSignIns',
      'identitySignIns',
      'passwordResets',
      'emailChanges',
      'verifications',
    ] as const
    for (const table of tables) await deleteExpired(db, signal, table, 'expiresAt', sql`now()`)
    await deleteExpired(db, signal, 'attempts', 'spentUntil', sql`now()`)
  },
}
