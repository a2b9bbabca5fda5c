import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Transaction } from '#database'

/** Whose attempts are counted: a user's codes or passwords, an address's sign-ins, or those of a browser that is known. */
export type Guesser =
  | { what: 'code' | 'password'; userId: string }
  | { what: 'sign-in'; email: string; browser: string | null }

/** This many are immediate. Each further one waits twice as long as the one before. */
const immediate = 5
const firstWaitSeconds = 0.25
const longestWaitSeconds = 15 * 60
/** A wrong attempt is forgotten after this time, one at a time. */
const forgottenAfter = sql`interval '15 minutes'`
/** Is before any transaction. `now()` is not: a simultaneous transaction may have begun earlier. */
const immediately = sql`'-infinity'::timestamptz`

/**
 * Uses up an attempt, or returns the seconds to wait for the next one. Zero means that it may be judged now. Take it
 * before judging the input, so that simultaneous calls get no more attempts, and return it if the input was right.
 */
export async function takeAttempt(tx: Transaction, guesser: Guesser): Promise<number> {
  const subject = subjectOf(guesser)
  const { rows } = await sql`
    insert into attempts as known (subject, spent_until, next_at)
    values (${subject}, now() + ${forgottenAfter}, ${immediately})
    on conflict (subject) do update set (spent_until, next_at) = (
      select until, case when spent < ${immediate} then ${immediately} else now() + make_interval(
        secs => least(${longestWaitSeconds}, ${firstWaitSeconds} * 2 ^ (spent - ${immediate}))) end
      from (select greatest(known.spent_until, now()) + ${forgottenAfter} as until) as moved,
        lateral (select ceil(extract(epoch from until - now()) / extract(epoch from ${forgottenAfter}))::int as spent) as counted)
    where known.next_at <= now()
    returning true`.execute(tx)
  if (rows.length > 0) return 0
  const { seconds } = await tx
    .selectFrom('attempts')
    .where('subject', '=', subject)
    .select(sql<number>`greatest(0.001, extract(epoch from next_at - now()))::float8`.as('seconds'))
    .executeTakeFirstOrThrow()
  return seconds
}

/** Returns an attempt after the right input, or if the caller never learned whether it was right. */
export async function returnAttempt(tx: Transaction, guesser: Guesser): Promise<void> {
  await sql`
    update attempts set spent_until = spent_until - ${forgottenAfter}, next_at = ${immediately}
    where subject = ${subjectOf(guesser)}`.execute(tx)
}

/** Formats a wait for a message, such as `in 8 seconds`. */
export function inSeconds(seconds: number): string {
  if (seconds > 90) return `in ${Math.ceil(seconds / 60)} minutes`
  return seconds > 1 ? `in ${Math.ceil(seconds)} seconds` : 'in a second'
}

const subjectOf = (guesser: Guesser): Buffer =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(guesser).toSorted()))
    .digest()
