import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  changePassword,
  getMe,
  listAuditLog,
  type Problem,
  signIn,
  signOut,
  updateUser,
  verifyRecoveryCode,
  verifyTotp,
} from '#contract'
import {
  addNewcomer,
  codeOf,
  inBrowser,
  meeting,
  newVisitor,
  onDatabase,
  onPostgres,
  rawCall,
  refusal,
  type TestApp,
  testInFull,
  testPassword,
} from '#testing'
import { addTwoFactorUser, addVisitor, guess, letWaitsPass, typePassword } from '../testing/two-factor.ts'

onDatabase('sign-in', (app) => {
  test('signing in sets cookies that pages’ scripts cannot read and other sites’ forms do not send', async () => {
    const { email } = app().people.member
    const response = await attempt(app(), email, testPassword)
    assert.equal(response.status, 200)
    const [session, known, ...others] = response.headers.getSetCookie()
    assert.deepEqual(others, [])
    const [pair = '', ...attributes] = session?.split('; ') ?? []
    assert.match(pair, /^aerie\.session_token=./)
    assert.deepEqual(attributes.toSorted(), ['HttpOnly', 'Max-Age=1209600', 'Path=/', 'SameSite=Lax'])
    assert.match(known ?? '', /^aerie\.known_browser=.*; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/)
    assert.equal(response.headers.get('cache-control'), 'no-store')
    assert.equal(response.headers.get('strict-transport-security'), null)
    const { id, name } = app().people.member
    assert.deepEqual(await response.json(), { user: { id, name, email, role: 'member' } })
  })

  test('a password of 128 characters counts in full, as it was typed, and for as long as it is kept', async () => {
    const { id, email, browser } = await addVisitor(app())
    const longest = `${'Correct Horse '.repeat(9)}y `
    await browser.call(changePassword, { currentPassword: testPassword, newPassword: longest })
    const past = `update accounts set updated_at = now() - interval '10 years' where user_id = $1`
    await app().db.pool.query(past, [id])
    for (const other of [longest.slice(0, -1), longest.trim(), longest.toLowerCase(), longest.slice(0, 72)]) {
      await refusal(app().as('nobody').call(signIn, { email, password: other }), 'invalid_credentials')
    }
    await app().as('nobody').call(signIn, { email, password: longest })
  })

  test('a wrong password, an unknown address and a disabled person get the same answer and no session', async () => {
    const disabled = await addNewcomer(app(), 'member')
    await app().as('owner').call(updateUser, { userId: disabled.id, disabled: true })
    const sessions = await countSessions(app())
    const answers = []
    for (const [email, password] of [
      [app().people.member.email, 'not the password'],
      ['stranger@aerie.test', testPassword],
      [disabled.email, testPassword],
      [disabled.email, 'not the password'],
    ] as const) {
      answers.push(await rawAttempt(app(), email, password))
    }
    const [first] = answers
    assert.equal(first?.status, 401)
    assert.equal(JSON.parse(first.body).code, 'invalid_credentials')
    assert.doesNotMatch(first.headers, /set-cookie/i)
    for (const answer of answers) assert.deepEqual(answer, first)
    assert.equal(await countSessions(app()), sessions)
  })

  test('failed attempts are in the audit log, for each account at most five in a quarter of an hour', async () => {
    const [one, other] = [await addNewcomer(app(), 'member'), await addNewcomer(app(), 'admin')]
    for (let n = 0; n < 7; n++) {
      await attempt(app(), one.email, `guess ${n}`)
      await letWaitsPass(app().db)
    }
    await attempt(app(), other.email, 'guess')
    await attempt(app(), 'nobody@aerie.test', 'guess')
    assert.equal(await failuresOf(app(), one.id), 5)
    assert.equal(await failuresOf(app(), other.id), 1)

    const { data } = await app().as('admin').call(listAuditLog, { action: 'session.sign_in_failed' })
    assert.deepEqual(data[0]?.target, { type: 'user', id: other.id, label: other.email })
    assert.deepEqual(data[0]?.actor, inBrowser({ id: null, email: 'unknown' }))
    assert.ok(data.every(({ target }) => target.label !== 'nobody@aerie.test'))
  })

  test('each sign-in is in the audit log with its factor and address, and so is signing out', async () => {
    const { id, email, secret, recoveryCodes } = await addTwoFactorUser(app())
    const other = await addVisitor(app())
    await (await typePassword(app(), email)).call(verifyTotp, { code: codeOf(secret) })
    const browser = await typePassword(app(), email)
    await browser.call(verifyRecoveryCode, { code: recoveryCodes[0]! })
    await browser.call(signOut)

    const { data } = await app().as('owner').call(listAuditLog, { limit: 200 })
    const of = (userId: string) =>
      data
        .filter(({ action, target }) => action.startsWith('session.') && target.id === userId)
        .map(({ action, actor, details, address }) => ({ action, actor, details, address }))
    const entry = { actor: inBrowser({ id, email }), address: '127.0.0.1' }
    assert.deepEqual(of(id).slice(0, 3), [
      { action: 'session.sign_out', ...entry, details: {} },
      { action: 'session.sign_in', ...entry, details: { with: 'recovery code' } },
      { action: 'session.sign_in', ...entry, details: { with: 'code' } },
    ])
    assert.deepEqual(of(other.id), [
      {
        action: 'session.sign_in',
        actor: inBrowser(other),
        details: { with: 'password' },
        address: '127.0.0.1',
      },
    ])
  })

  test('guesses from elsewhere wait longer and longer, but not those of a browser that is known', async () => {
    const [{ email, browser }, other] = [await addVisitor(app()), await addVisitor(app())]
    for (const address of ['no-account@aerie.test', email]) {
      await guess(app(), { what: 'sign-in', email: address, browser: null }, 16)
      const early = await attempt(app(), address, testPassword)
      assert.equal(early.status, 429)
      assert.ok(Number(early.headers.get('retry-after')) > 60)
      const { code, detail } = (await early.json()) as Problem
      assert.equal(code, 'too_many_attempts')
      assert.match(detail, /Try again in \d+ minutes/)
    }
    // Somebody else's browser is not known to this account, and a changed cookie to none.
    const elsewhere = [...other.browser.cookies].filter(([name]) => name === 'aerie.known_browser')
    const [[, known = ''] = []] = [...browser.cookies].filter(([name]) => name === 'aerie.known_browser')
    for (const cookies of [
      new Map(elsewhere),
      new Map([['aerie.known_browser', known.replace(/^./, (digit) => (digit === '0' ? '1' : '0'))]]),
    ])
      await refusal(
        newVisitor(app(), { cookies }).call(signIn, { email, password: testPassword }),
        'too_many_attempts',
      )
    browser.cookies.delete('aerie.session_token')
    await browser.call(signIn, { email, password: testPassword })
    await browser.call(getMe)

    await letWaitsPass(app().db)
    await app().as('nobody').call(signIn, { email, password: testPassword })
  })

  test('a short wait is served, for one caller at a time', async () => {
    const { email } = await addVisitor(app())
    await guess(app(), { what: 'sign-in', email, browser: null }, 7)
    // The longest of the short waits, so that all three come during it, even on a slow machine.
    await app().db.pool.query(`update attempts set next_at = now() + interval '1.4 s'`)
    const responses = await Promise.all([1, 2, 3].map(() => attempt(app(), email, testPassword)))
    assert.deepEqual(responses.map(({ status }) => status).toSorted(), [200, 429, 429])
  })

  testInFull('sign-ins of callers who hang up keep nobody waiting and count as no attempt', async () => {
    const { email } = await addVisitor(app())
    const cpuMsOfSignIn = async () => {
      const before = process.cpuUsage()
      await app().as('nobody').call(signIn, { email, password: testPassword })
      const { user, system } = process.cpuUsage(before)
      return (user + system) / 1000
    }
    const aloneMs = await cpuMsOfSignIn()
    const gone = new AbortController()
    const abandoned = Array.from({ length: 300 }, async (_, n) =>
      app().fetch(path, {
        method: 'POST',
        headers: json,
        body: JSON.stringify({ email: n % 2 ? email : `${n}@aerie.test`, password: 'a guess' }),
        signal: gone.signal,
      }),
    )
    // The first of them were judged, and others are refused: the rest still wait.
    await Promise.any(abandoned)
    gone.abort()
    await Promise.allSettled(abandoned)
    const ownMs = await cpuMsOfSignIn()
    // A hundred may wait for their hash, which takes most of the time of a sign-in.
    assert.ok(ownMs < 20 * aloneMs, `${ownMs} ms of CPU time, and ${aloneMs} ms alone`)
  })
})

onPostgres('sign-ins that meet', (app) => {
  test('thirty wrong passwords at once leave five entries in the audit log', async () => {
    const { id, email } = await addNewcomer(app(), 'member')
    // Lets everyone count the entries, and nobody add one, until six have counted none.
    const lock = 'lock table audit_log in share row exclusive mode'
    const responses = await meeting(app().databaseUrl, { lock, count: 6 }, () =>
      Promise.all(Array.from({ length: 30 }, (_, n) => attempt(app(), email, `guess ${n}`))),
    )
    assert.deepEqual(new Set(responses.map(({ status }) => status)), new Set([401, 429]))
    assert.equal(await failuresOf(app(), id), 5)
  })
})

const path = '/api/auth/sign-in/email'
const json = { 'content-type': 'application/json' }

const attempt = (app: TestApp, email: string, password: string) =>
  app.fetch(path, { method: 'POST', headers: json, body: JSON.stringify({ email, password }) })

const rawAttempt = (app: TestApp, email: string, password: string) =>
  rawCall(app.url, path, { method: 'POST', headers: json, body: JSON.stringify({ email, password }) })

async function countSessions({ db }: TestApp): Promise<number> {
  const { rows } = await db.pool.query('select count(*) as count from sessions')
  return rows[0].count
}

async function failuresOf({ db }: TestApp, userId: string): Promise<number> {
  const { rows } = await db.pool.query(
    `select count(*) as count from audit_log where action = 'session.sign_in_failed' and target_id = $1`,
    [userId],
  )
  return rows[0].count
}
