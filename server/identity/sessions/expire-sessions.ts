import { sql } from 'kysely'
import { deleteExpired, type Job } from '#platform'

/** Deletes expired sessions, sign-ins and links, forgotten attempts, and unconfirmed calls of expired keys. */
export const expireSessions: Job = {
  name: 'sessions.expire',
  schedule: '41 * * * *',
  async run({ db, signal }) {
    const tables = [
      'sessions',
      'pendingSignIns',
      'identitySignIns',
      'passwordResets',
      'emailChanges',
    ] as const
    for (const table of tables) await deleteExpired(db, signal, table, 'expiresAt', sql`now()`)
    await deleteExpired(db, signal, 'attempts', 'spentUntil', sql`now()`)
    await db.reader
      .deleteFrom('grants')
      .where('apiKeyId', 'in', (keys) =>
        keys.selectFrom('apiKeys').select('id').where('expiresAt', '<=', sql<string>`now()`),
      )
      .execute()
  },
}
