import { sql } from 'kysely'
import { deleteExpired, type Job } from '#platform'

/** Deletes answers of models after two days. No run takes longer than one. */
export const expireCalls: Job = {
  name: 'skills.expire_calls',
  schedule: '47 * * * *',
  async run({ db, signal }) {
    await deleteExpired(db, signal, 'skillRunCalls', 'createdAt', sql`now() - interval '2 days'`)
  },
}
