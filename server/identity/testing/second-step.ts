import { hashPassword } from 'better-auth/crypto'
import { confirmTwoFactor, enableTwoFactor, signIn } from '#contract'
import { newId } from '#platform'
import { codeOf, newVisitor, type TestApp, testPassword, type Visitor } from '#testing'
import { insertPerson } from '../people.ts'

const passwordHash = hashPassword(testPassword)

/** Someone new who has a browser open, signed in by the password. */
export async function addVisitor(app: TestApp, userAgent?: string) {
  const email = `${newId()}@aerie.test`
  const person = { name: 'Someone new', email, role: 'member', passwordHash: await passwordHash } as const
  const { id } = await app.db.transaction((tx) => insertPerson(tx, person))
  const browser = newVisitor(app, userAgent === undefined ? {} : { userAgent })
  await browser.call(signIn, { email, password: testPassword })
  return { id, email, browser }
}

/** Someone new whose sign-in takes a second step. */
export async function addSecondStep(app: TestApp) {
  const someone = await addVisitor(app)
  const { secret } = await someone.browser.call(enableTwoFactor, { password: testPassword })
  const { recoveryCodes } = await someone.browser.call(confirmTwoFactor, { code: codeOf(secret) })
  await forgetLastCode(app, someone.id)
  return { ...someone, secret, recoveryCodes }
}

/** Types the password in a new browser. */
export async function typePassword(app: TestApp, email: string): Promise<Visitor> {
  const browser = newVisitor(app)
  await browser.call(signIn, { email, password: testPassword })
  return browser
}

/** As if the code that was used last were long gone: a test does not wait for the next. */
export const forgetLastCode = ({ db }: TestApp, userId: string) =>
  db.pool.query('update two_factor set last_step = 0 where user_id = $1', [userId])

/** As if someone had typed so many wrong passwords just now: comparing with each takes long. */
export const guessPasswords = ({ db }: TestApp, userId: string, count: number) =>
  db.pool.query(
    `insert into tries (user_id, what, spent_until) values ($1, 'password', now() + $2 * interval '15 minutes')`,
    [userId, count],
  )

/** As if some minutes had passed for wrong codes and passwords. */
export const letMinutesPass = ({ db }: TestApp, userId: string, minutes: number) =>
  db.pool.query('update tries set spent_until = spent_until - make_interval(mins => $2) where user_id = $1', [
    userId,
    minutes,
  ])
