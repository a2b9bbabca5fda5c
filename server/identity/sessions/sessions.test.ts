import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { createClient } from '#client'
import { getMe, getSession, signIn, signOut } from '#contract'
import { sign } from '#platform'
import {
  addNewcomer,
  newVisitor,
  onDatabase,
  refusal,
  signInHeaders,
  type TestApp,
  testOrigin,
  testPassword,
  testSecrets,
} from '#testing'

onDatabase('sessions', (app, kind) => {
  test('a browser gets its session with its user and expiry, and null without one', async () => {
    const { id, name, email } = app().people.admin
    const found = await app().as('admin').call(getSession)
    assert.deepEqual(found?.user, { id, name, email, role: 'admin' })
    const days = (Date.parse(found.session.expiresAt) - Date.now()) / (24 * 60 * 60 * 1000)
    assert.ok(days > 13.9 && days < 14.1, `${days} days`)
    assert.equal(await app().as('nobody').call(getSession), null)
    for (const value of ['made-up.signature', '', '%', '%E0%A4', '"', '=;=;;', '; '])
      assert.equal(await withCookie(app(), `aerie.session_token=${value}`).call(getSession), null, value)
  })

  test('signing out ends that session at once, on every node, and no other', async () => {
    const nodes = kind === 'postgresql' ? [app(), await app().startNode()] : [app()]
    const { email, signIn, client } = await addNewcomer(app(), 'member')
    const { cookie } = await signInHeaders(app().url, email)
    const leaving = nodes.map((node) => withCookie(node, cookie))
    for (const browser of leaving) assert.equal((await browser.call(getMe)).user.email, email)

    const response = await app().fetch('/api/auth/sign-out', { method: 'POST', headers: headers(cookie) })
    assert.deepEqual(await response.json(), { success: true })
    assert.match(response.headers.getSetCookie().join(), /aerie\.session_token=;.*Max-Age=0/)
    for (const browser of [...leaving, ...leaving]) {
      await refusal(browser.call(getMe), 'unauthenticated')
      assert.equal(await browser.call(getSession), null)
    }
    assert.equal((await client.call(getMe)).user.email, email)
    assert.equal((await (await signIn()).call(getMe)).user.email, email)
  })

  test('signing out twice, or without a session, is no error', async () => {
    const { client } = await addNewcomer(app(), 'member')
    for (const _ of [1, 2]) assert.deepEqual(await client.call(signOut), { success: true })
    assert.deepEqual(await app().as('nobody').call(signOut), { success: true })
  })

  test('a session that has expired is refused', async () => {
    const { id, client } = await addNewcomer(app(), 'member')
    await client.call(getMe)
    await app().db.pool.query(
      `update sessions set expires_at = now() - interval '1 second' where user_id = $1`,
      [id],
    )
    await refusal(client.call(getMe), 'unauthenticated')
    assert.equal(await client.call(getSession), null)
  })

  test('a session ends after 14 days without use, and after 30 days however much it is used', async () => {
    const { id, client } = await addNewcomer(app(), 'member')
    const setBack = (column: 'created_at' | 'updated_at', days: number) =>
      app().db.pool.query(
        `update sessions set ${column} = ${column} - make_interval(days => $2) where user_id = $1`,
        [id, days],
      )
    const daysLeft = async () =>
      (Date.parse((await client.call(getSession))!.session.expiresAt) - Date.now()) / (24 * 60 * 60 * 1000)

    await setBack('updated_at', 13)
    // The answer to this use says so already.
    assert.ok((await daysLeft()) > 13.9)
    await setBack('created_at', 29)
    await setBack('updated_at', 1)
    const left = await daysLeft()
    assert.ok(left > 0.9 && left < 1, `${left} days`)
    await setBack('created_at', 1)
    await refusal(client.call(getMe), 'unauthenticated')

    const other = await addNewcomer(app(), 'member')
    await app().db.pool.query(
      `update sessions set updated_at = updated_at - interval '14 days' where user_id = $1`,
      [other.id],
    )
    await refusal(other.client.call(getMe), 'unauthenticated')
  })

  test('a session near its end is written to once an hour, however often it is used', async () => {
    const { id, client } = await addNewcomer(app(), 'member')
    const change = (set: string) => app().db.pool.query(`update sessions set ${set} where user_id = $1`, [id])
    const version = async () =>
      (await app().db.pool.query('select xmin::text from sessions where user_id = $1', [id])).rows
    await change(`created_at = created_at - interval '29 days', updated_at = updated_at - interval '2 hours'`)
    await client.call(getMe)
    const extended = await version()
    for (let n = 0; n < 3; n++) await client.call(getMe)
    assert.deepEqual(await version(), extended)
  })

  test('signing in again in the same browser ends its previous session, of any user, and no other', async () => {
    const [one, other] = [await addNewcomer(app(), 'member'), await addNewcomer(app(), 'admin')]
    const browser = newVisitor(app())
    const signInAs = ({ email }: { email: string }, password = testPassword) =>
      browser.call(signIn, { email, password })
    await signInAs(one)
    const copies = []
    for (const user of [one, other, one]) {
      copies.push(newVisitor(app(), { cookies: new Map(browser.cookies) }))
      await refusal(signInAs(user, 'not the password'), 'invalid_credentials')
      await copies.at(-1)!.call(getMe)
      await signInAs(user)
      for (const copy of copies) await refusal(copy.call(getMe), 'unauthenticated')
      assert.equal((await browser.call(getMe)).user.id, user.id)
    }
    // These were signed in elsewhere.
    await one.client.call(getMe)
    await other.client.call(getMe)
  })

  test('each sign-in opens a session with a token of its own, of 256 random bits', async () => {
    const { email } = await addNewcomer(app(), 'member')
    const tokens = []
    for (let n = 0; n < 3; n++) {
      const { cookie } = await signInHeaders(app().url, email)
      const [, token = ''] = /aerie\.session_token=([^.]+)\./.exec(cookie) ?? []
      assert.equal(Buffer.from(token, 'base64url').length, 32)
      tokens.push(token)
    }
    assert.equal(new Set(tokens).size, 3)
  })

  test('what the database holds of a session opens none, even to someone who can sign cookies', async () => {
    const { id, email } = await addNewcomer(app(), 'member')
    await app().db.pool.query('delete from sessions where user_id = $1', [id])
    const { cookie: all } = await signInHeaders(app().url, email)
    const cookie = all.split('; ').find((pair) => pair.startsWith('aerie.session_token')) ?? ''
    const { rows } = await app().db.pool.query('select * from sessions where user_id = $1', [id])
    const [{ token_hash: stored }] = rows
    const [token = ''] = decodeURIComponent(cookie.slice(cookie.indexOf('=') + 1)).split('.')

    // So that the refusals below mean something: this is how the server itself makes the cookie.
    assert.equal(cookie, signed(token))
    assert.equal(createHash('sha256').update(token).digest('base64url'), stored)
    assert.equal((await withCookie(app(), cookie).call(getMe)).user.id, id)

    assert.doesNotMatch(JSON.stringify(rows), new RegExp(token))
    for (const forged of [`aerie.session_token=${stored}`, signed(stored)]) {
      await refusal(withCookie(app(), forged).call(getMe), 'unauthenticated')
    }
  })
})

const headers = (cookie: string) => ({ cookie, origin: testOrigin })

const withCookie = (app: TestApp, cookie: string) =>
  createClient({ baseUrl: app.url, headers: headers(cookie) })

function signed(token: string): string {
  return `aerie.session_token=${encodeURIComponent(sign(testSecrets.newest, 'session_token', token))}`
}
