import { sql } from 'kysely'
import type { Job } from '#platform'

const rowsAtOnce = 10_000

// The rows of days that nobody adds to any more.
const oldDays = sql`
  delete from api_key_usage where (key_id, day) in (
    select key_id, day from api_key_usage where day <= (now() at time zone 'UTC')::date - 90
    order by day, key_id limit ${rowsAtOnce} for update skip locked)`

const oldNodes = sql`delete from api_key_usage_batches where written_at < now() - interval '90 days'`

/** Deletes the usage of keys more than 90 days ago, and the batches of nodes that have not written for as long. */
export const expireKeyUsage: Job = {
  name: 'api_keys.expire_usage',
  schedule: '29 4 * * *',
  timeLimitSeconds: 300,
  async run({ db, signal }) {
    let deleted = rowsAtOnce
    while (deleted === rowsAtOnce && !signal.aborted) {
      deleted = Number((await oldDays.execute(db.reader)).numAffectedRows)
    }
    await oldNodes.execute(db.reader)
  },
}
