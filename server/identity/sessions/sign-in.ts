import { setTimeout as wait } from 'node:timers/promises'
import { signIn } from '#contract'
import { type Database, implementOutside, Refusal, type Transaction } from '#platform'
import { type Auth, toUser } from '../auth.ts'
import { users } from '../user-rows.ts'
import { browserOf } from './browser.ts'
import { openSession } from './open-session.ts'
import { recordFailure } from './record-failure.ts'
import { startTwoFactor, twoFactorCookie } from './two-factor.ts'

/** Every refusal takes this long, so that its time does not reveal whether the address has an account. */
const refuseAfterMs = 50

export const createSignIn = (auth: Auth) =>
  implementOutside(signIn, async ({ db, body: { email, password }, credentials }) => {
    const account = await accountOf(db, email)
    const isRight = await auth.verifyPassword(password, account?.password)
    const entered =
      account &&
      isRight &&
      (await db.transaction((tx) => enter(tx, account, browserOf(credentials.userAgent))))
    if (!entered) {
      await Promise.all([db.transaction((tx) => recordFailure(tx, email, 'password')), wait(refuseAfterMs)])
      throw new Refusal('invalid_credentials', 'Wrong email address or password.')
    }
    if ('pending' in entered) {
      const { name, seconds } = twoFactorCookie
      for (const cookie of await auth.writeCookie(name, entered.pending, seconds))
        credentials.setCookie(cookie)
      return { twoFactorRequired: true as const }
    }
    await auth.enter(credentials, entered.token)
    return { user: toUser(entered.user) }
  })

const accountOf = ({ reader }: Database, email: string) =>
  reader
    .selectFrom('accounts')
    .innerJoin('users', 'users.id', 'accounts.userId')
    .where('users.email', '=', email)
    .where('providerId', '=', 'credential')
    .select(['userId', 'password'])
    .executeTakeFirst()

/** Opens a session or starts two-factor authentication. Null if the user is disabled or the password just changed. */
async function enter(
  tx: Transaction,
  account: { userId: string; password: string | null },
  browser: string | null,
) {
  // Ending sessions locks the user too: it either sees and ends this session, or this sees its changes.
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
    ? { pending: await startTwoFactor(tx, user.id) }
    : { user, token: await openSession(tx, user.id, browser) }
}
