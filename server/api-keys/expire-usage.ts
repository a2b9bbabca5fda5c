import { sql } from 'kysely'
import { refusalDays } from '#contract'
import { deleteExpired, type Job } from '#platform'

/** Deletes the usage of keys more than 90 days ago, refused calls that are not listed any more, and the batches of nodes that have not written for as long. */
export const expireKeyUsage: Job = {
  name: 'api_keys.expire_usage',
  schedule: '29 4 * * *',
  async run({ db, signal }) {
    // Nobody adds to these days any more.
    const oldestDay = sql`(now() at time zone 'UTC')::date - 89`
    await deleteExpired(db, signal, 'apiKeyUsage', 'day', oldestDay)
    await deleteExpired(
      db,
      signal,
      'apiKeyRefusals',
      'at',
      sql`now() - make_interval(days => ${refusalDays})`,
    )
    await deleteExpired(db, signal, 'apiKeyUsageBatches', 'writtenAt', sql`now() - interval '90 days'`)
  },
}
