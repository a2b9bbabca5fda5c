import { setTimeout as wait } from 'node:timers/promises'
import { signIn } from '#contract'
import type { Database, Transaction } from '#database'
import { type Credentials, createLimit, implementOutside, Refusal } from '#platform'
import { type Guesser, inSeconds, returnAttempt, takeAttempt } from '../attempts.ts'
import { type Auth, toUser } from '../auth.ts'
import { users } from '../user-rows.ts'
import { enter } from './enter.ts'
import { type KnownBrowser, knownBrowserOf } from './known-browser.ts'
import { openSession } from './open-session.ts'
import { recordFailure } from './record-failure.ts'
import { recordSignIn } from './record-sign-in.ts'
import { startTwoFactor, twoFactorCookie } from './two-factor.ts'

/** Every refusal takes this long, so that its time does not reveal whether the address has an account. */
const refuseAfterMs = 50
/** How many sign-ins may be in progress, from known browsers and from others. */
const mostAtOnce = 100

export const createSignIn = (auth: Auth) => {
  const admitAttempt = createAdmitAttempt()
  const atOnce = { known: createLimit(mostAtOnce), unknown: createLimit(mostAtOnce) }
  return implementOutside(signIn, async ({ db, body, credentials, signal }) => {
    const known = knownBrowserOf(auth, credentials.cookie)
    const entered = await (known ? atOnce.known : atOnce.unknown)(signal, (own) =>
      enterWith(db, body, known, credentials, own),
    )
    if ('pending' in entered) {
      const { name, seconds } = twoFactorCookie
      credentials.setCookie(auth.writeCookie(name, entered.pending, seconds))
      return { twoFactorRequired: true as const }
    }
    await enter(auth, credentials, entered.session)
    return { user: toUser(entered.user) }
  })

  /** @throws Refusal `invalid_credentials`, `too_many_attempts` or `busy`; the signal's reason */
  async function enterWith(
    db: Database,
    { email, password }: { email: string; password: string },
    known: KnownBrowser | null,
    credentials: Credentials,
    signal: AbortSignal,
  ) {
    const account = await accountOf(db, email)
    signal.throwIfAborted()
    const knownBrowser = account && known?.userIds.includes(account.userId) ? known.id : null
    const guesser = { what: 'sign-in', email, browser: knownBrowser } as const
    await admitAttempt(db, guesser, signal)
    const turn = { signal, first: knownBrowser !== null }
    let isWrong = false
    try {
      isWrong = !(await auth.verifyPassword(password, account?.password, turn))
      // Callers who are gone never learn that they were wrong.
      signal.throwIfAborted()
    } finally {
      if (!isWrong || signal.aborted) await db.transaction((tx) => returnAttempt(tx, guesser))
    }
    const entered = account && !isWrong && (await db.transaction((tx) => openFor(tx, account, credentials)))
    if (entered) return entered
    await Promise.all([
      db.transaction((tx) => recordFailure(tx, email, 'password', credentials)),
      wait(refuseAfterMs),
    ])
    throw new Refusal('invalid_credentials', 'Wrong email address or password.')
  }
}

const accountOf = ({ reader }: Database, email: string) =>
  reader
    .selectFrom('accounts')
    .innerJoin('users', 'users.id', 'accounts.userId')
    .where('users.email', '=', email)
    .where('providerId', '=', 'credential')
    .select(['userId', 'password'])
    .executeTakeFirst()

/** Opens a session or starts two-factor authentication. Null if the user is disabled or the password just changed. */
async function openFor(
  tx: Transaction,
  account: { userId: string; password: string | null },
  credentials: Credentials,
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
  if (user.twoFactor) return { pending: await startTwoFactor(tx, user.id) }
  await recordSignIn(tx, user, 'password', credentials)
  return { user, session: await openSession(tx, user.id, credentials) }
}

/** A wait that a user hardly notices. */
const shortWaitSeconds = 1.5

/**
 * Takes an attempt to sign in. Short waits are served here, for one caller at a time.
 * @throws Refusal `too_many_attempts`, or the signal's reason
 */
function createAdmitAttempt() {
  const served = new Set<string>()

  return async function admitAttempt(db: Database, guesser: Guesser, signal: AbortSignal): Promise<void> {
    const take = () => db.transaction((tx) => takeAttempt(tx, guesser))
    let seconds = await take()
    const key = JSON.stringify(guesser)
    if (seconds > 0 && seconds <= shortWaitSeconds && !served.has(key)) {
      served.add(key)
      try {
        await wait(Math.ceil(seconds * 1000), undefined, { signal })
        seconds = await take()
      } finally {
        served.delete(key)
      }
    }
    if (seconds === 0) return
    throw new Refusal('too_many_attempts', `Too many wrong passwords. Try again ${inSeconds(seconds)}.`, {
      headers: { 'retry-after': String(Math.ceil(seconds)) },
    })
  }
}
