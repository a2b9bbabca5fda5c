import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Client } from '#client'
import {
  changePassword,
  confirmTwoFactor,
  enableTwoFactor,
  getMe,
  signIn,
  verifyRecoveryCode,
  verifyTotp,
} from '#contract'
import {
  codeOf,
  meeting,
  newVisitor,
  onPostgres,
  refusal,
  type TestApp,
  testPassword,
  wrongCodeOf,
} from '#testing'
import { addTwoFactorUser, addVisitor, guess, typePassword } from '../testing/two-factor.ts'

onPostgres('ways of signing in that meet', (app) => {
  let other: TestApp
  before(async () => {
    other = await app().startNode()
  })

  /** Starts calls that come to wait for what `lock` holds, and lets them go once `count` do. */
  const met = <T>(lock: string, count: number, calls: () => Promise<T>[]) =>
    meeting(app().databaseUrl, { lock, count }, () => Promise.allSettled(calls()))

  test('one code, typed in two browsers at once on two nodes, opens one session', async () => {
    const { id, email, secret } = await addTwoFactorUser(app())
    const [one, two] = [await typePassword(app(), email), await typePassword(app(), email)]
    const code = codeOf(secret)
    const outcomes = await met(holdSecret(id), 2, () => [
      one.call(verifyTotp, { code }),
      two.at(other).call(verifyTotp, { code }),
    ])
    await oneWins(outcomes, 'wrong_code')
    assert.equal(await countSessions(app(), id), 2)
  })

  test('one code, sent twice at once from one browser, opens one session', async () => {
    const { id, email, secret } = await addTwoFactorUser(app())
    const browser = await typePassword(app(), email)
    const code = codeOf(secret)
    const outcomes = await met(holdSecret(id), 2, () => [
      browser.call(verifyTotp, { code }),
      browser.at(other).call(verifyTotp, { code }),
    ])
    await oneWins(outcomes, 'sign_in_expired')
    assert.equal(await countSessions(app(), id), 2)
  })

  test('the last recovery code, used twice at once on two nodes, opens one session', async () => {
    const { id, email, recoveryCodes } = await addTwoFactorUser(app())
    const code = recoveryCodes[0] ?? ''
    const [one, two] = [await typePassword(app(), email), await typePassword(app(), email)]
    const lock = `select from recovery_codes where user_id = '${id}' for update`
    const outcomes = await met(lock, 2, () => [
      one.call(verifyRecoveryCode, { code }),
      two.at(other).call(verifyRecoveryCode, { code }),
    ])
    await oneWins(outcomes, 'wrong_code')
    assert.equal(await countSessions(app(), id), 2)
  })

  test('turning the second step on, confirmed twice at once on two nodes, gives one set of recovery codes', async () => {
    const { id, browser } = await addVisitor(app())
    const { secret } = await browser.call(enableTwoFactor, { password: testPassword })
    const outcomes = await met(holdSecret(id), 2, () => [
      browser.call(confirmTwoFactor, { code: codeOf(secret) }),
      browser.at(other).call(confirmTwoFactor, { code: codeOf(secret, 1) }),
    ])
    const won = await oneWins(outcomes, 'two_factor_enabled')
    const { rows } = await app().db.pool.query('select from recovery_codes where user_id = $1', [id])
    assert.equal(rows.length, 10)
    assert.equal(won.recoveryCodes.length, 10)
  })

  test('twenty wrong codes at once, for one password, count as five', async () => {
    const { id, email, secret } = await addTwoFactorUser(app())
    const browser = await typePassword(app(), email)
    const code = wrongCodeOf(secret)
    const attempt = (client: Client) => client.call(verifyTotp, { code })
    const lock = `select from pending_sign_ins where user_id = '${id}' for update`
    const outcomes = await met(lock, 6, () =>
      Array.from({ length: 20 }, (_, n) => attempt(n % 2 ? browser : browser.at(other))),
    )
    assert.deepEqual(codesOf(outcomes), { wrong_code: 5, sign_in_expired: 15 })
  })

  test('of four wrong passwords at once, on two nodes, when two are left, two are judged', async () => {
    const { id, browser } = await addVisitor(app())
    await guess(app(), { what: 'password', userId: id }, 3)
    const attempt = (client: Client) =>
      client.call(changePassword, { currentPassword: 'a guess', newPassword: 'does not come to it' })
    const lock = 'lock table attempts in share row exclusive mode'
    const outcomes = await met(lock, 4, () =>
      Array.from({ length: 4 }, (_, n) => attempt(n % 2 ? browser : browser.at(other))),
    )
    const judged = outcomes.filter(
      (outcome) => outcome.status === 'rejected' && outcome.reason.message === 'Wrong password.',
    )
    assert.equal(judged.length, 2)
    assert.equal(await countSessions(app(), id), 1)
  })

  test('who signs in with a password while it is changed is in no longer than it lasts', async () => {
    const { email, browser } = await addVisitor(app())
    const late = newVisitor(app())
    const lock = 'lock table audit_log in share row exclusive mode'
    const [changed, entered] = await meeting(app().databaseUrl, { lock, count: 2 }, async (waiting) => {
      const newPassword = 'another password of some length'
      const change = browser.call(changePassword, { currentPassword: testPassword, newPassword })
      await waiting(1)
      return Promise.allSettled([change, late.at(other).call(signIn, { email, password: testPassword })])
    })
    assert.equal(changed.status, 'fulfilled')
    assert.equal(entered.status, 'rejected')
    await refusal(late.call(getMe), 'unauthenticated')
  })
})

const holdSecret = (userId: string) => `select from two_factor where user_id = '${userId}' for update`

async function oneWins<T>(
  outcomes: PromiseSettledResult<T>[],
  code: 'wrong_code' | 'sign_in_expired' | 'two_factor_enabled',
) {
  const won = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
  const lost = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
  assert.equal(won.length, 1)
  await refusal(Promise.reject(lost[0]), code)
  return won[0]!
}

const codesOf = (outcomes: PromiseSettledResult<unknown>[]): Record<string, number> =>
  Object.fromEntries(
    Map.groupBy(outcomes, (outcome) => (outcome.status === 'rejected' ? outcome.reason.code : 'fulfilled'))
      .entries()
      .map(([code, those]) => [code, those.length]),
  )

async function countSessions({ db }: TestApp, userId: string): Promise<number> {
  const { rows } = await db.pool.query('select from sessions where user_id = $1', [userId])
  return rows.length
}
