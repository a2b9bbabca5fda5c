import { sql } from 'kysely'
import type { Job } from './jobs.ts'

/** Forgets answers that nobody can ask for again: they are promised for a day and kept for two. */
export const expireIdempotencyRecords: Job = {
  name: 'idempotency.expire',
  schedule: '17 * * * *',
  timeLimitSeconds: 300,
  async run({ db }) {
    await db.reader
      .deleteFrom('idempotencyRecords')
      .where('createdAt', '<', sql<string>`now() - interval '2 days'`)
      .execute()
  },
}
