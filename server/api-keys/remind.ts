import { sql } from 'kysely'
import type { Post } from '#mail'
import { type Job, newId, type Transaction } from '#platform'
import { expiringLetter, listedAtMost } from './expiring-letter.ts'

const ownersAtOnce = 500

/**
 * Writes to people whose keys expire within a week: one letter for all of somebody's keys, once for each key. Run twice,
 * or on two nodes at once, it writes no second one.
 * @param post null where no e-mail can be sent: whom it would have written to is written to once it can
 */
export const createReminders = (post: Post | null): Job => ({
  name: 'api_keys.remind',
  schedule: '17 6 * * *',
  timeLimitSeconds: 300,
  async run({ db, signal }) {
    if (!post) return
    let reminded = ownersAtOnce
    while (reminded === ownersAtOnce && !signal.aborted) {
      reminded = await db.transaction((tx) => remindSome(tx, post))
    }
  },
})

/** Gives how many people are written to. Of two at once, the second waits for the first one's rows, and skips them. */
async function remindSome(tx: Transaction, post: Post): Promise<number> {
  const { rows } = await sql<{ ownerId: string; keyIds: string[]; count: number }>`
    with due as (
      select key.id, key.owner_id, key.expires_at
      from api_keys key
      join users owner on owner.id = key.owner_id and not owner.disabled
      where key.revoked_at is null
        and key.expires_at > now() and key.expires_at <= now() + interval '7 days'
        and not exists (select from api_key_reminders where key_id = key.id)
    ), people as (
      select distinct owner_id from due order by owner_id limit ${ownersAtOnce}
    ), reminded as (
      insert into api_key_reminders (key_id)
      select id from due where owner_id in (select owner_id from people) order by id
      on conflict do nothing
      returning key_id
    )
    select owner_id, (array_agg(id order by expires_at, id))[1:${listedAtMost}] as key_ids, count(*)
    from due join reminded on reminded.key_id = due.id
    group by owner_id`.execute(tx)
  await post(tx, expiringLetter, ...rows.map((row) => ({ id: newId(), ...row })))
  return rows.length
}
