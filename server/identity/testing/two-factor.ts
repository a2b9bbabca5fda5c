import { confirmTwoFactor, enableTwoFactor, signIn } from '#contract'
import { newId } from '#platform'
import { codeOf, newVisitor, type TestApp, testPassword, testPasswordHash, type Visitor } from '#testing'
import { type Guesser, takeAttempt } from '../attempts.ts'
import { insertUser } from '../user-rows.ts'

type Node = Pick<TestApp, 'url' | 'db'>

/** Adds a user who is signed in by password in a new browser. */
export async function addVisitor(app: Node, userAgent?: string) {
  const email = `${newId()}@aerie.test`
  const user = { name: 'Someone new', email, role: 'member', passwordHash: await testPasswordHash() } as const
  const { id } = await app.db.transaction((tx) => insertUser(tx, user))
  const browser = newVisitor(app, userAgent === undefined ? {} : { userAgent })
  await browser.call(signIn, { email, password: testPassword })
  return { id, email, browser }
}

/** Adds a user with two-factor authentication. */
export async function addTwoFactorUser(app: Node) {
  const someone = await addVisitor(app)
  const { secret } = await someone.browser.call(enableTwoFactor, { password: testPassword })
  const { recoveryCodes } = await someone.browser.call(confirmTwoFactor, { code: codeOf(secret) })
  await forgetLastCode(app, someone.id)
  return { ...someone, secret, recoveryCodes }
}

/** Enters the password in a new browser. */
export async function typePassword(app: Node, email: string): Promise<Visitor> {
  const browser = newVisitor(app)
  await browser.call(signIn, { email, password: testPassword })
  return browser
}

/** Forgets the last used code, so that a test does not have to wait for the next one. */
export const forgetLastCode = ({ db }: Node, userId: string) =>
  db.pool.query('update two_factor set last_step = 0 where user_id = $1', [userId])

/** Simulates wrong attempts, because verifying each password takes long. */
export async function guess({ db }: TestApp, guesser: Guesser, count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    await db.transaction((tx) => takeAttempt(tx, guesser))
    if (n < count - 1) await letWaitsPass(db)
  }
}

/** Simulates the time that wrong codes and passwords have to wait. */
export const letWaitsPass = (db: TestApp['db']) => db.pool.query(`update attempts set next_at = '-infinity'`)
