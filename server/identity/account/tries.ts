import { sql } from 'kysely'
import type { Transaction } from '#platform'

/** Ten at once, and then one for each that came back. */
const credit = 10
const comesBackAfterMinutes = 15

/**
 * Takes one of the tries that someone has, and tells whether there was one. To be taken before what was typed is
 * judged, such that no number of calls at once gets more, and given back where it was right.
 */
export async function takeTry(tx: Transaction, userId: string, what: 'code' | 'password'): Promise<boolean> {
  const { rows } = await sql`
    insert into tries (user_id, what, spent_until)
    values (${userId}, ${what}, now() + ${minutes(comesBackAfterMinutes)})
    on conflict (user_id, what) do update
    set spent_until = greatest(tries.spent_until, now()) + ${minutes(comesBackAfterMinutes)}
    where tries.spent_until <= now() + ${minutes((credit - 1) * comesBackAfterMinutes)}
    returning true`.execute(tx)
  return rows.length > 0
}

export async function giveTryBack(tx: Transaction, userId: string, what: 'code' | 'password'): Promise<void> {
  await sql`
    update tries set spent_until = spent_until - ${minutes(comesBackAfterMinutes)}
    where user_id = ${userId} and what = ${what}`.execute(tx)
}

const minutes = (count: number) => sql`make_interval(mins => ${count})`
