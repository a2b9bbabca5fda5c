import { sql } from 'kysely'
import type { Job } from '#platform'

/** Deletes expired sessions, sign-ins and links, and forgotten attempts. */
export const expireSessions: Job = {
  name: 'sessions.expire',
  schedule: '41 * * * *',
  timeLimitSeconds: 300,
  async run({ db }) {
    const tables = [
      'sessions',
      'pendingSignIns',
      'identitySignIns',
      'passwordResets',
      'emailChanges',
      'verifications',
    ] as const
    for (const table of tables) {
      await db.reader.deleteFrom(table).where('expiresAt', '<', sql<string>`now()`).execute()
    }
    await db.reader.deleteFrom('attempts').where('spentUntil', '<', sql<string>`now()`).execute()
  },
}
