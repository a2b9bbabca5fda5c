import { sql } from 'kysely'
import type { Job } from '#platform'

/** Forgets sessions, sign-ins and links that ended, and proofs that nobody fetched; nothing else removes them all. */
export const expireSessions: Job = {
  name: 'sessions.expire',
  schedule: '41 3 * * *',
  timeLimitSeconds: 300,
  async run({ db }) {
    const tables = [
      'sessions',
      'pendingSignIns',
      'identitySignIns',
      'passwordResets',
      'verifications',
    ] as const
    for (const table of tables) {
      await db.reader.deleteFrom(table).where('expiresAt', '<', sql<string>`now()`).execute()
    }
  },
}
