import assert from 'node:assert/strict'
import { createHash, createHmac } from 'node:crypto'
import { test } from 'node:test'
import { createClient } from '#client'
import { getMe, getSession, signOut } from '#contract'
import {
  addNewcomer,
  onEachDatabase,
  refusal,
  signInHeaders,
  type TestApp,
  testOrigin,
  testSecret,
} from '#testing'

onEachDatabase('sessions', (app, kind) => {
  test('a browser gets its session with its user and expiry, and null without one', async () => {
    const { id, name, email } = app().people.admin
    const found = await app().as('admin').call(getSession)
    assert.deepEqual(found?.user, { id, name, email, role: 'admin' })
    const days = (Date.parse(found.session.expiresAt) - Date.now()) / (24 * 60 * 60 * 1000)
    assert.ok(days > 13.9 && days < 14.1, `${days} days`)
    assert.equal(await app().as('nobody').call(getSession), null)
    assert.equal(
      await (await withCookie(app(), 'aerie.session_token=made-up.signature')).call(getSession),
      null,
    )
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
  const signature = createHmac('sha256', testSecret).update(token).digest('base64')
  return `aerie.session_token=${encodeURIComponent(`${token}.${signature}`)}`
}
