import { sql } from 'kysely'
import type { Transaction } from '#database'
import type { QueueEmail } from '#mail'
import { type Job, newId } from '#platform'
import { expiringKeysEmail } from './expiring-email.ts'
import { listedAtMost } from './listed.ts'

const ownersAtOnce = 500

/**
 * Emails users whose keys expire, 14 and 3 days before: one email for all keys of a user, and each reminder once, even if it
 * runs twice or on two nodes simultaneously. A key that never had more time than that brings no reminder: it is new.
 * @param queueEmail null if email is not configured; the reminders are then sent once it is
 */
export const createReminders = (queueEmail: QueueEmail | null): Job => ({
  name: 'api_keys.remind',
  schedule: '17 6 * * *',
  async run({ db, signal }) {
    if (!queueEmail) return
    let reminded = ownersAtOnce
    while (reminded === ownersAtOnce && !signal.aborted) {
      reminded = await db.transaction((tx) => remindSome(tx, queueEmail))
    }
  },
})

/** Returns how many users got an email. A simultaneous run waits for the first one's rows and skips them. */
async function remindSome(tx: Transaction, queueEmail: QueueEmail): Promise<number> {
  const { rows } = await sql<{ ownerId: string; keyIds: string[]; count: number }>`
    with due as (
      select key.id, key.owner_id, key.expires_at, days
      from api_keys key
      join users owner on owner.id = key.owner_id and not owner.disabled
      cross join lateral (select case when key.expires_at > now() + interval '3 days' then 14 else 3 end as days) reminder
      where key.revoked_at is null
        and key.expires_at > now() and key.expires_at <= now() + interval '14 days'
        and key.expires_at > key.created_at + make_interval(days => days)
        and not exists (select from api_key_reminders sent where sent.key_id = key.id and sent.days = reminder.days)
    ), owners as (
      select distinct owner_id from due order by owner_id limit ${ownersAtOnce}
    ), reminded as (
      insert into api_key_reminders (key_id, days)
      select id, days from due where owner_id in (select owner_id from owners) order by id
      on conflict do nothing
      returning key_id
    )
    select owner_id, (array_agg(id order by expires_at, id))[1:${listedAtMost}] as key_ids, count(*)
    from due join reminded on reminded.key_id = due.id
    group by owner_id`.execute(tx)
  await queueEmail(tx, expiringKeysEmail, ...rows.map((row) => ({ id: newId(), ...row })))
  return rows.length
}
