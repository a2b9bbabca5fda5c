import { sql } from 'kysely'
import type { Job } from './jobs.ts'

/** Deletes recorded responses after two days. Clients may rely on one day. */
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
