import { sql } from 'kysely'
import { z } from 'zod'
import { type Call, type Database, newId, Refusal, type Transaction } from '#platform'
import { type Auth, toPerson } from '../auth.ts'
import { users } from '../people.ts'
import { browserOf } from './browser.ts'
import { openSession } from './open-session.ts'
import { recordFailure } from './record-failure.ts'

/** Holds the id of the pending sign-in: it belongs to the browser in which the password was typed. */
export const secondStepCookie = { name: 'second_step', seconds: 10 * 60 }
const wrongCodesAtMost = 5

/** What is left to do after the right password: gives the id for the cookie. */
export async function beginSecondStep(tx: Transaction, userId: string): Promise<string> {
  await tx
    .deleteFrom('pendingSignIns')
    .where('userId', '=', userId)
    .where('expiresAt', '<', sql<string>`now()`)
    .execute()
  const id = newId()
  const expiresAt = sql<string>`now() + make_interval(secs => ${secondStepCookie.seconds})`
  await tx.insertInto('pendingSignIns').values({ id, userId, expiresAt }).execute()
  return id
}

/** Whether a code is good, found out and used up in one go; a reason where it is not. */
export type SpendCode<Used> = (
  tx: Transaction,
  userId: string,
) => Promise<{ used: Used } | { refused: string }>

/**
 * Opens the session that a right code is for, and gives whose it is and what `spend` gave.
 * @throws Refusal `wrong_code`, and `sign_in_expired` where there is no password step for it any more.
 */
export async function finishSecondStep<Used>(
  auth: Auth,
  { db, credentials }: { db: Database } & Pick<Call<never>, 'credentials'>,
  spend: SpendCode<Used>,
): Promise<{ user: ReturnType<typeof toPerson>; used: Used }> {
  const pending = await auth.readCookie(credentials.cookie, secondStepCookie.name)
  const browser = browserOf(credentials.userAgent)
  const done = z.uuid().safeParse(pending).success
    ? await db.transaction((tx) => tryCode(tx, pending!, browser, spend))
    : null
  if (done && 'refused' in done) throw unauthorised('wrong_code', done.refused)
  const noStep = await auth.writeCookie(secondStepCookie.name, '', 0)
  for (const cookie of noStep) credentials.setCookie(cookie)
  if (!done)
    throw unauthorised('sign_in_expired', 'That took too long, or was tried too often. Sign in anew.')
  for (const cookie of await auth.sessionCookie(done.token)) credentials.setCookie(cookie)
  return { user: toPerson(done.user), used: done.used }
}

/** Codes of one person take turns by the lock on the person, whichever password step they are for. */
async function tryCode<Used>(
  tx: Transaction,
  pending: string,
  browser: string | null,
  spend: SpendCode<Used>,
) {
  const user = await users(tx)
    .where('id', '=', (eb) => eb.selectFrom('pendingSignIns').select('userId').where('id', '=', pending))
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!user || user.disabled || !user.twoFactor) return null
  const open = await tx
    .selectFrom('pendingSignIns')
    .select('wrongCodes')
    .where('id', '=', pending)
    .where('wrongCodes', '<', wrongCodesAtMost)
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
    await recordFailure(tx, user.email, 'code')
    return outcome
  }
  await tx.deleteFrom('pendingSignIns').where('id', '=', pending).execute()
  return { user, token: await openSession(tx, user.id, browser), used: outcome.used }
}

const unauthorised = (code: 'wrong_code' | 'sign_in_expired', detail: string) =>
  new Refusal(code, detail, { headers: { 'www-authenticate': 'Bearer realm="aerie"' } })
