import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createClient } from '#client'
import { getHealth, getMe, signIn } from '#contract'
import { type Installation, newInstallation, postgres, refusal, testPassword } from '#testing'

const origin = 'https://aerie.test'
const owner = { email: 'ada@aerie.test', password: testPassword }

describe('a server that people reach by https', () => {
  let installation: Installation
  let app: Awaited<ReturnType<Installation['start']>>
  before(async () => {
    installation = await newInstallation(postgres ? 'postgresql' : 'embedded')
    app = await installation.start({
      BASE_URL: `${origin}/`,
      OWNER_EMAIL: owner.email,
      OWNER_PASSWORD: owner.password,
    })
  })
  after(() => installation.remove())

  test('its cookie goes nowhere without https, and opens a session', async () => {
    const response = await fetch(`${app.address}${signIn.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin },
      body: JSON.stringify(owner),
    })
    assert.equal(response.status, 200)
    const [cookie = ''] = response.headers.getSetCookie()
    assert.match(cookie, /^__Host-aerie\.session_token=.*; Secure(;|$)/)
    assert.match(cookie, /; HttpOnly(;|$)/)
    assert.match(cookie, /; Path=\/(;|$)/)
    assert.doesNotMatch(cookie, /; Domain/)

    const [pair = ''] = cookie.split(';')
    const browser = createClient({ baseUrl: app.address, headers: { cookie: pair, origin } })
    assert.equal((await browser.call(getMe)).user.email, owner.email)
    for (const prefix of ['', '__Secure-']) {
      const renamed = { cookie: pair.replace('__Host-', prefix), origin }
      const other = createClient({ baseUrl: app.address, headers: renamed })
      await refusal(other.call(getMe), 'unauthenticated')
    }
  })

  test('every response tells browsers to use https only', async () => {
    for (const path of [getHealth.path, '/api/me', '/api/nothing', '/']) {
      const { headers } = await fetch(app.address + path)
      assert.equal(headers.get('strict-transport-security'), 'max-age=31536000', path)
    }
  })
})
