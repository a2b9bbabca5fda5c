import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  confirmTwoFactor,
  disableTwoFactor,
  enableTwoFactor,
  getAccount,
  getMe,
  listAuditLog,
  listUsers,
  renewRecoveryCodes,
  revokeSessions,
  signIn,
  verifyRecoveryCode,
  verifyTotp,
} from '#contract'
import {
  codeOf,
  inBrowser,
  newVisitor,
  onDatabase,
  refusal,
  type TestApp,
  testPassword,
  wrongCodeOf,
} from '#testing'
import { addTwoFactorUser, addVisitor, guess, letWaitsPass, typePassword } from '../testing/two-factor.ts'

const password = testPassword

onDatabase('the second step', (app) => {
  test('turned on, it takes the password and then a code, gives ten recovery codes, and ends the sessions elsewhere', async () => {
    const { id, email, browser } = await addVisitor(app())
    const elsewhere = await typePassword(app(), email)
    const copy = newVisitor(app(), { cookies: new Map(browser.cookies) })
    await refusal(browser.call(confirmTwoFactor, { code: '000000' }), 'two_factor_not_begun')
    const wrong = await refusal(
      browser.call(enableTwoFactor, { password: 'not the password' }),
      'wrong_password',
    )
    assert.equal(wrong.errors?.[0]?.path, 'password')

    const first = await browser.call(enableTwoFactor, { password })
    assert.match(first.secret, /^[A-Z2-7]{32}$/)
    const { organisationName } = await app()
      .db.reader.selectFrom('settings')
      .select('organisationName')
      .executeTakeFirstOrThrow()
    const { protocol, pathname, searchParams } = new URL(first.uri)
    assert.equal(
      protocol + pathname,
      `otpauth:/${encodeURIComponent(organisationName)}:${encodeURIComponent(email)}`,
    )
    assert.deepEqual(Object.fromEntries(searchParams), { secret: first.secret, issuer: organisationName })

    const { secret } = await browser.call(enableTwoFactor, { password })
    assert.notEqual(secret, first.secret)
    await refusal(browser.call(confirmTwoFactor, { code: codeOf(first.secret) }), 'wrong_code')
    // Begun is not on.
    assert.deepEqual(await app().as('nobody').call(signIn, { email, password }), await signedIn(app(), id))
    await elsewhere.call(getMe)

    const code = codeOf(secret)
    const { recoveryCodes } = await browser.call(confirmTwoFactor, {
      code: `${code.slice(0, 3)} ${code.slice(3)}`,
    })
    assert.equal(new Set(recoveryCodes).size, 10)
    // 24 characters of 5 bits. With 112 or more, a fast hash without salt protects them.
    for (const recoveryCode of recoveryCodes) assert.match(recoveryCode, /^[a-z2-7]{4}(-[a-z2-7]{4}){5}$/)
    await refusal(elsewhere.call(getMe), 'unauthenticated')
    await refusal(copy.call(getMe), 'unauthenticated')
    const account = await browser.call(getAccount)
    assert.deepEqual(account, {
      hasPassword: true,
      twoFactor: true,
      recoveryCodesLeft: 10,
      identityProvider: null,
    })
    for (const [role, seen] of [
      ['owner', true],
      ['admin', true],
      ['member', null],
    ] as const) {
      const { data } = await app().as(role).call(listUsers, { limit: 200 })
      assert.equal(data.find((user) => user.id === id)?.twoFactor, seen)
    }
    await refusal(browser.call(enableTwoFactor, { password }), 'two_factor_enabled')
    await refusal(browser.call(confirmTwoFactor, { code: codeOf(secret, 1) }), 'two_factor_enabled')
    assert.deepEqual(await entriesOn(app(), id), [
      { actor: inBrowser({ id, email }), details: { enabled: true } },
    ])
  })

  test('turned off with the password, the password alone signs in again', async () => {
    const { id, email, browser, recoveryCodes } = await addTwoFactorUser(app())
    const half = await typePassword(app(), email)
    await refusal(browser.call(disableTwoFactor, { password: 'not the password' }), 'wrong_password')
    for (const _ of ['once', 'again']) {
      assert.deepEqual(await browser.call(disableTwoFactor, { password }), { twoFactor: false })
    }
    await refusal(half.call(verifyRecoveryCode, { code: recoveryCodes[0]! }), 'sign_in_expired')
    const signedInAlone = await typePassword(app(), email)
    const { twoFactor, recoveryCodesLeft } = await signedInAlone.call(getAccount)
    assert.deepEqual({ twoFactor, recoveryCodesLeft }, { twoFactor: false, recoveryCodesLeft: 0 })
    const [off, on, ...others] = await entriesOn(app(), id)
    assert.deepEqual([off?.details, on?.details, others], [{ enabled: false }, { enabled: true }, []])
    await refusal(browser.call(renewRecoveryCodes, { password }), 'two_factor_disabled')
  })

  test('the password renews recovery codes, and the old ones stop working', async () => {
    const { id, email, browser, recoveryCodes: old } = await addTwoFactorUser(app())
    await refusal(browser.call(renewRecoveryCodes, { password: 'not the password' }), 'wrong_password')
    const { recoveryCodes } = await browser.call(renewRecoveryCodes, { password })
    assert.equal(new Set([...old, ...recoveryCodes]).size, 20)
    const next = await typePassword(app(), email)
    await refusal(next.call(verifyRecoveryCode, { code: old[0]! }), 'wrong_code')
    assert.equal((await next.call(verifyRecoveryCode, { code: recoveryCodes[0]! })).recoveryCodesLeft, 9)
    assert.deepEqual((await entriesOn(app(), id))[0]?.details, { recoveryCodes: 'renewed' })
  })

  test('a user without a password is refused with no_password', async () => {
    const { id, browser } = await addVisitor(app())
    await app().db.pool.query(
      `update accounts set provider_id = 'elsewhere', password = null where user_id = $1`,
      [id],
    )
    assert.equal((await browser.call(getAccount)).hasPassword, false)
    for (const operation of [enableTwoFactor, disableTwoFactor, renewRecoveryCodes]) {
      await refusal(browser.call(operation, { password }), 'no_password')
    }
  })

  test('the password opens nothing but the second step; a code opens a session, once', async () => {
    const { id, email, secret } = await addTwoFactorUser(app())
    const sessions = await countSessions(app(), id)
    const response = await app().fetch(signIn.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    })
    assert.deepEqual(await response.json(), { twoFactorRequired: true })
    const [cookie = '', ...others] = response.headers.getSetCookie()
    assert.deepEqual(others, [])
    const [pair = '', ...attributes] = cookie.split('; ')
    assert.match(pair, /^aerie\.second_step=./)
    assert.deepEqual(attributes.toSorted(), ['HttpOnly', 'Max-Age=600', 'Path=/', 'SameSite=Lax'])
    assert.equal(await countSessions(app(), id), sessions)

    const [browser, other] = [await typePassword(app(), email), await typePassword(app(), email)]
    await refusal(browser.call(getMe), 'unauthenticated')
    const code = codeOf(secret)
    const typed = ` ${code.slice(0, 3)} ${code.slice(3)}`
    assert.deepEqual(await browser.call(verifyTotp, { code: typed }), await signedIn(app(), id))
    assert.equal((await browser.call(getMe)).user.id, id)
    assert.deepEqual([...browser.cookies.keys()], ['aerie.session_token', 'aerie.known_browser'])

    await refusal(other.call(verifyTotp, { code }), 'wrong_code')
    await refusal(other.call(getMe), 'unauthenticated')
    assert.deepEqual(await other.call(verifyTotp, { code: codeOf(secret, 1) }), await signedIn(app(), id))
    await refusal(other.call(verifyTotp, { code: codeOf(secret, 1) }), 'sign_in_expired')
  })

  test('a recovery code signs in once, however it is typed', async () => {
    const { email, recoveryCodes } = await addTwoFactorUser(app())
    const [first = '', second = ''] = recoveryCodes
    const browser = await typePassword(app(), email)
    const { recoveryCodesLeft } = await browser.call(verifyRecoveryCode, {
      code: ` ${first.toUpperCase().replaceAll('-', ' ')}`,
    })
    assert.equal(recoveryCodesLeft, 9)
    assert.equal((await browser.call(getAccount)).recoveryCodesLeft, 9)
    const other = await typePassword(app(), email)
    await refusal(other.call(verifyRecoveryCode, { code: first }), 'wrong_code')
    await refusal(other.call(verifyTotp, { code: second }), 'wrong_code')
    await other.call(verifyRecoveryCode, { code: second.replaceAll('-', '') })
  })

  test('only the browser in which the password was typed can go on', async () => {
    const { email, secret, browser: before } = await addTwoFactorUser(app())
    const browser = await typePassword(app(), email)
    const own = browser.cookies.get('aerie.second_step') ?? ''
    const forged = [
      undefined,
      'made-up',
      own.replace(/^./, (digit) => (digit === '0' ? '1' : '0')),
      own.slice(0, own.indexOf('.')),
      before.cookies.get('aerie.session_token'),
    ]
    const code = codeOf(secret)
    for (const value of forged) {
      const cookies = new Map(value === undefined ? [] : [['aerie.second_step', value]])
      const elsewhere = newVisitor(app(), { cookies })
      await refusal(elsewhere.call(verifyTotp, { code }), 'sign_in_expired')
      await refusal(elsewhere.call(verifyRecoveryCode, { code }), 'sign_in_expired')
    }
    // Nor is it a session.
    const asSession = newVisitor(app(), { cookies: new Map([['aerie.session_token', own]]) })
    await refusal(asSession.call(getMe), 'unauthenticated')
    await browser.call(verifyTotp, { code })
  })

  test('five wrong codes end what the password began, whatever comes then', async () => {
    const { email, secret, recoveryCodes } = await addTwoFactorUser(app())
    const browser = await typePassword(app(), email)
    for (let n = 0; n < 3; n++)
      await refusal(browser.call(verifyTotp, { code: wrongCodeOf(secret) }), 'wrong_code')
    for (const code of ['abcd-efgh-ijkl-mnop', wrongCodeOf(secret)])
      await refusal(browser.call(verifyRecoveryCode, { code }), 'wrong_code')
    const copy = newVisitor(app(), { cookies: new Map(browser.cookies) })
    await refusal(browser.call(verifyTotp, { code: codeOf(secret) }), 'sign_in_expired')
    assert.equal(browser.cookies.size, 0)
    await refusal(copy.call(verifyRecoveryCode, { code: recoveryCodes[0]! }), 'sign_in_expired')
    await (await typePassword(app(), email)).call(verifyTotp, { code: codeOf(secret) })
  })

  test('after many wrong codes, over however many passwords, even the right one waits; recovery codes do not', async () => {
    const { id, email, secret, recoveryCodes } = await addTwoFactorUser(app())
    const first = await typePassword(app(), email)
    for (let n = 0; n < 5; n++)
      await refusal(first.call(verifyTotp, { code: wrongCodeOf(secret) }), 'wrong_code')
    await letWaitsPass(app().db)
    await guess(app(), { what: 'code', userId: id }, 12)
    const browser = await typePassword(app(), email)
    const right = await refusal(browser.call(verifyTotp, { code: codeOf(secret) }), 'wrong_code')
    const wrong = await refusal(browser.call(verifyTotp, { code: wrongCodeOf(secret) }), 'wrong_code')
    assert.deepEqual(right, wrong)
    assert.match(right.detail, /Use a recovery code, or try again in 15 minutes/)
    await (await typePassword(app(), email)).call(verifyRecoveryCode, { code: recoveryCodes[0]! })

    await letWaitsPass(app().db)
    await browser.call(verifyTotp, { code: codeOf(secret) })
    const { data } = await app().as('admin').call(listAuditLog, { action: 'session.sign_in_failed' })
    const failures = data.filter(({ target }) => target.id === id)
    assert.deepEqual(
      failures.map(({ details }) => details),
      Array.from({ length: 5 }, () => ({ step: 'code' })),
    )
  })

  test('the second step ends after ten minutes, with all sessions, and when the person is disabled', async () => {
    const { id, email, secret, browser } = await addTwoFactorUser(app())
    const late = await typePassword(app(), email)
    await app().db.pool.query(
      `update pending_sign_ins set expires_at = now() - interval '1 s' where user_id = $1`,
      [id],
    )
    await refusal(late.call(verifyTotp, { code: codeOf(secret) }), 'sign_in_expired')

    const ended = await typePassword(app(), email)
    await browser.call(revokeSessions, { exceptThis: true })
    await refusal(ended.call(verifyTotp, { code: codeOf(secret) }), 'sign_in_expired')

    const disabled = await typePassword(app(), email)
    await app().db.pool.query('update users set disabled = true where id = $1', [id])
    await refusal(disabled.call(verifyTotp, { code: codeOf(secret) }), 'sign_in_expired')
    await refusal(app().as('nobody').call(signIn, { email, password }), 'invalid_credentials')
    await app().db.pool.query('update users set disabled = false where id = $1', [id])
    await (await typePassword(app(), email)).call(verifyTotp, { code: codeOf(secret) })
  })
})

async function signedIn({ db }: TestApp, userId: string) {
  const user = await db.reader
    .selectFrom('users')
    .select(['id', 'name', 'email', 'role'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return { user }
}

async function countSessions({ db }: TestApp, userId: string): Promise<number> {
  const { rows } = await db.pool.query('select from sessions where user_id = $1', [userId])
  return rows.length
}

/** Newest first. */
async function entriesOn(app: TestApp, userId: string) {
  const { data } = await app.as('owner').call(listAuditLog, { action: 'user.two_factor', limit: 200 })
  return data.filter(({ target }) => target.id === userId).map(({ actor, details }) => ({ actor, details }))
}
