import { sql } from 'kysely'
import { z } from 'zod'
import type { Database, Transaction } from '#database'
import { type Call, newId, Refusal } from '#platform'
import { type Auth, toUser } from '../auth.ts'
import { users } from '../user-rows.ts'
import { enter } from './enter.ts'
import { openSession } from './open-session.ts'
import { recordFailure } from './record-failure.ts'
import { recordSignIn } from './record-sign-in.ts'

/** The cookie with the id of the pending sign-in, which binds it to the browser where the password was entered. */
export const twoFactorCookie = { name: 'second_step', seconds: 10 * 60 }
const maxWrongCodes = 5

/** Starts two-factor authentication after the right password. Returns the id for the cookie. */
export async function startTwoFactor(tx: Transaction, userId: string): Promise<string> {
  await tx
    .deleteFrom('pendingSignIns')
    .where('userId', '=', userId)
    .where('expiresAt', '<', sql<string>`now()`)
    .execute()
  const id = newId()
  const expiresAt = sql<string>`now() + make_interval(secs => ${twoFactorCookie.seconds})`
  await tx.insertInto('pendingSignIns').values({ id, userId, expiresAt }).execute()
  return id
}

/** Uses up a code, or returns why it is refused. */
export type SpendCode<Used> = (
  tx: Transaction,
  userId: string,
) => Promise<{ used: Used } | { refused: string }>

/**
 * Opens a session for the right code. Returns the user and the result of `spend`.
 * @throws Refusal `wrong_code`, or `sign_in_expired` if the password has to be entered again
 */
export async function finishTwoFactor<Used>(
  auth: Auth,
  { db, credentials }: { db: Database } & Pick<Call<never>, 'credentials'>,
  how: 'code' | 'recovery code',
  spend: SpendCode<Used>,
): Promise<{ user: ReturnType<typeof toUser>; used: Used }> {
  const pending = auth.readCookie(credentials.cookie, twoFactorCookie.name)?.text
  const done = z.uuid().safeParse(pending).success
    ? await db.transaction((tx) => tryCode(tx, pending!))
    : null
  if (done && 'refused' in done) throw new Refusal('wrong_code', done.refused)
  credentials.setCookie(auth.writeCookie(twoFactorCookie.name, '', 0))
  if (!done)
    throw new Refusal('sign_in_expired', 'The sign-in expired or had too many wrong codes. Sign in again.')
  await enter(auth, credentials, done.session)
  return { user: toUser(done.user), used: done.used }

  /** The lock on the user lets them try one code at a time, across all pending sign-ins. */
  async function tryCode(tx: Transaction, pending: string) {
    const user = await users(tx)
      .where('id', '=', (eb) => eb.selectFrom('pendingSignIns').select('userId').where('id', '=', pending))
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!user || user.disabled || !user.twoFactor) return null
    const open = await tx
      .selectFrom('pendingSignIns')
      .select('wrongCodes')
      .where('id', '=', pending)
      .where('wrongCodes', '<', maxWrongCodes)
      .where('expiresAt', '>', sql<string>`now()`)
      .executeTakeFirst()
    if (!open) return null

    const outcome = await spend(tx, user.id)
    if ('refused' in outcome) {
      await tx
        .updateTable('pendingSignIns')
        .set({ wrongCodes: open.wrongCodes + 1 })
        .where('id', '=', pending)
        .execute()
      await recordFailure(tx, user.email, 'code', credentials)
      return outcome
    }
    await tx.deleteFrom('pendingSignIns').where('id', '=', pending).execute()
    await recordSignIn(tx, user, how, credentials)
    const session = await openSession(tx, user.id, credentials)
    return { user, session, used: outcome.used }
  }
}
