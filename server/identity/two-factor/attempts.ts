import { sql } from 'kysely'
import type { Transaction } from '#platform'

/** Ten immediately, then one every 15 minutes. */
const maxAttempts = 10
const returnsAfterMinutes = 15

/**
 * Uses up one of a user's attempts and returns whether there was one. Take it before checking the input, so that
 * simultaneous calls get no more attempts, and return it if the input was right.
 */
export async function takeAttempt(
  tx: Transaction,
  userId: string,
  what: 'code' | 'password',
): Promise<boolean> {
  const { rows } = await sql`
    insert into tries (user_id, what, spent_until)
    values (${userId}, ${what}, now() + ${minutes(returnsAfterMinutes)})
    on conflict (user_id, what) do update
    set spent_until = greatest(tries.spent_until, now()) + ${minutes(returnsAfterMinutes)}
    where tries.spent_until <= now() + ${minutes((maxAttempts - 1) * returnsAfterMinutes)}
    returning true`.execute(tx)
  return rows.length > 0
}

/** Returns an attempt after the right input. */
export async function returnAttempt(
  tx: Transaction,
  userId: string,
  what: 'code' | 'password',
): Promise<void> {
  await sql`
    update tries set spent_until = spent_until - ${minutes(returnsAfterMinutes)}
    where user_id = ${userId} and what = ${what}`.execute(tx)
}

const minutes = (count: number) => sql`make_interval(mins => ${count})`
