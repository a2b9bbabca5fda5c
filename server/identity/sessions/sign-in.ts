import { setTimeout as wait } from 'node:timers/promises'
import { signIn } from '#contract'
import { type Database, implementOutside, Refusal, type Transaction } from '#platform'
import { type Auth, toPerson } from '../auth.ts'
import { users } from '../people.ts'
import { browserOf } from './browser.ts'
import { openSession } from './open-session.ts'
import { recordFailure } from './record-failure.ts'
import { beginSecondStep, secondStepCookie } from './second-step.ts'

/** For an address with an account there is more to record, a matter of milliseconds: the refusal takes as long for any. */
const recordedAfterMs = 50

export const createSignIn = (auth: Auth) =>
  implementOutside(signIn, async ({ db, body: { email, password }, credentials }) => {
    const account = await accountOf(db, email)
    const right = await auth.verifyPassword(password, account?.password)
    const entered =
      account && right && (await db.transaction((tx) => enter(tx, account, browserOf(credentials.userAgent))))
    if (!entered) {
      await Promise.all([db.transaction((tx) => recordFailure(tx, email, 'password')), wait(recordedAfterMs)])
      throw new Refusal('invalid_credentials', 'The e-mail address or the password is wrong.', {
        headers: { 'www-authenticate': 'Bearer realm="aerie"' },
      })
    }
    if ('pending' in entered) {
      const { name, seconds } = secondStepCookie
      for (const cookie of await auth.writeCookie(name, entered.pending, seconds))
        credentials.setCookie(cookie)
      return { twoFactorRequired: true as const }
    }
    for (const cookie of await auth.sessionCookie(entered.token)) credentials.setCookie(cookie)
    return { user: toPerson(entered.user) }
  })

const accountOf = ({ reader }: Database, email: string) =>
  reader
    .selectFrom('accounts')
    .innerJoin('users', 'users.id', 'accounts.userId')
    .where('users.email', '=', email)
    .where('providerId', '=', 'credential')
    .select(['userId', 'password'])
    .executeTakeFirst()

/** Opens a session, or the second step. Null for someone who is disabled, or whose password was changed meanwhile. */
async function enter(
  tx: Transaction,
  account: { userId: string; password: string | null },
  browser: string | null,
) {
  // Whoever ends sessions locks the person too: then either this is seen and ended, or it sees what has changed.
  const user = await users(tx).where('id', '=', account.userId).forShare().executeTakeFirst()
  if (!user || user.disabled) return null
  const unchanged = await tx
    .selectFrom('accounts')
    .select('id')
    .where('userId', '=', user.id)
    .where('providerId', '=', 'credential')
    .where('password', '=', account.password)
    .executeTakeFirst()
  if (!unchanged) return null
  return user.twoFactor
    ? { pending: await beginSecondStep(tx, user.id) }
    : { user, token: await openSession(tx, user.id, browser) }
}
