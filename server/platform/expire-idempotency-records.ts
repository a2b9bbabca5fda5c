import { sql } from 'kysely'
import { deleteExpired } from './delete-expired.ts'
import type { Job } from './jobs.ts'

/** Deletes recorded responses after two days. Clients may rely on one day. */
export const expireIdempotencyRecords: Job = {
  name: 'idempotency.expire',
  schedule: '17 * * * *',
  async run({ db, signal }) {
    await deleteExpired(db, signal, 'idempotencyRecords', 'createdAt', sql`now() - interval '2 days'`)
  },
}
