import { sql } from 'kysely'
import type { Job } from '#platform'

/** Forgets sessions that ended and proofs that nobody fetched; otherwise they go only when their cookie comes back. */
export const expireSessions: Job = {
  name: 'sessions.expire',
  schedule: '41 3 * * *',
  timeLimitSeconds: 300,
  async run({ db }) {
    for (const table of ['sessions', 'verifications'] as const) {
      await db.reader.deleteFrom(table).where('expiresAt', '<', sql<string>`now()`).execute()
    }
  },
}
