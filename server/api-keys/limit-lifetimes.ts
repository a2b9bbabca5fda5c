import { sql } from 'kysely'
import type { Transaction } from '#database'
import type { Job, Jobs } from '#platform'

/** The embedded database runs one statement at a time, so this many must not hold up a call noticeably. */
const keysAtOnce = 2000

/**
 * Lets the maximum lifetime in the settings bind keys that exist: those over it expire at it, but none within 14 days, so that
 * owners can replace them. A later, higher maximum gives no key its time back.
 */
export const limitLifetimes: Job<{ after?: string }> = {
  name: 'api_keys.limit_lifetimes',
  async run({ db, signal }, { after } = {}) {
    let last: string | undefined = after ?? firstId
    while (last && !signal.aborted) {
      const from: string = last
      last = await db.transaction((tx) => limitSome(tx, from))
    }
  },
}

/** Returns a function that limits keys after a change of the settings: some in its transaction, and the others right after it. */
export const createLimitKeys = (jobs: Jobs) => async (tx: Transaction) => {
  const after = await limitSome(tx, firstId)
  if (after) await jobs.send(tx, limitLifetimes, { after })
}

const firstId = '00000000-0000-0000-0000-000000000000'

/** Limits keys in the order of their ids. Returns the last one's id if there may be more. */
async function limitSome(tx: Transaction, after: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    with over as (
      select id, ends_at from api_keys
      cross join lateral (
        select greatest(created_at + make_interval(days => max_key_lifetime_days), now() + interval '14 days') as ends_at
        from settings where max_key_lifetime_days is not null
      ) as limited
      where id > ${after}::uuid and revoked_at is null and (expires_at is null or expires_at > ends_at)
      -- Locked in id order, as revoking many keys does.
      order by id limit ${keysAtOnce} for no key update of api_keys
    )
    update api_keys set expires_at = ends_at from over where api_keys.id = over.id
    returning api_keys.id`.execute(tx)
  if (rows.length < keysAtOnce) return undefined
  return rows.map(({ id }) => id).reduce((last, id) => (id > last ? id : last))
}
