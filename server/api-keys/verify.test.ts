import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import {
  createApiKey,
  createProject,
  deleteProject,
  getMe,
  listApiKeys,
  revokeApiKey,
  updateUser,
} from '#contract'
import { addNewcomer, bearer, onDatabase, rawCall, refusal, type TestApp } from '#testing'
import { issueToken } from './token.ts'

onDatabase('recognizing a key', (app) => {
  test('fact 4: a key has its owner’s permissions as they are at the call: demoting, disabling and re-enabling count from the next one', async () => {
    const owner = app().as('owner')
    const { id: userId, client } = await addNewcomer(app(), 'member')
    const { token } = await client.call(createApiKey, { name: 'Theirs' })
    const script = app().withToken(token)
    const { id: projectId } = await script.call(createProject, { name: 'To be deleted' })
    const other = await script.call(createProject, { name: 'To be kept' })

    await refusal(script.call(deleteProject, { projectId }), 'forbidden')
    await owner.call(updateUser, { userId, role: 'admin' })
    await script.call(deleteProject, { projectId })
    await owner.call(updateUser, { userId, role: 'member' })
    await refusal(script.call(deleteProject, { projectId: other.id }), 'forbidden')
    assert.equal((await script.call(getMe)).user.role, 'member')

    await owner.call(updateUser, { userId, disabled: true })
    await refusal(script.call(getMe), 'unauthenticated')
    await refusal(script.call(createProject, { name: 'Not made' }), 'unauthenticated')
    await owner.call(updateUser, { userId, disabled: false, keepKeys: true })
    assert.equal((await script.call(getMe)).user.id, userId)
  })

  test('fact 4: scopes are stored and enforced nowhere', async () => {
    const admin = app().as('admin')
    const { token, id } = await admin.call(createApiKey, {
      name: 'Scoped',
      scopes: ['projects:none', 'nothing'],
    })
    const script = app().withToken(token)
    const { id: projectId } = await script.call(createProject, { name: 'Made in spite of scopes' })
    await script.call(deleteProject, { projectId })
    const { data } = await admin.call(listApiKeys, { q: 'Scoped' })
    assert.deepEqual(data.find((key) => key.id === id)?.scopes, ['projects:none', 'nothing'])
  })

  test('fact 5: expiry makes calls fail from its second on, and not before', async () => {
    // Longer and longer, until the machine is fast enough to see it from both sides.
    for (let ms = 700; (await callsBeforeExpiry(app(), ms)) <= 5; ms *= 2);
    const { data } = await app().as('member').call(listApiKeys, { q: 'Short' })
    assert.equal(data[0]?.status, 'expired')
  })

  test('fact 6: wrong, expired, revoked, disabled and ill-formed keys, and those with a wrong checksum, are refused alike to the byte', async () => {
    const refused = [...(await keysOfEveryFate(app())), ...illFormed]
    const requests = [
      { path: '/api/me' },
      { path: '/api/api-keys' },
      { path: '/api/audit-log' },
      { path: '/api/projects', method: 'POST', body: '{ not json', json: true },
      { path: '/api/projects?unknown=1' },
      { path: '/api/projects/no-id', method: 'DELETE' },
      { path: '/api/health-of-nothing' },
      { path: '/api/projects', method: 'PUT' },
      { path: '/api/ready' },
    ]
    for (const { path, method = 'GET', body, json } of requests) {
      const answers = []
      for (const token of refused) {
        const headers = { ...bearer(token), ...(json && { 'content-type': 'application/json' }) }
        const {
          status,
          headers: lines,
          body: text,
        } = await rawCall(app().url, path, {
          method,
          headers,
          ...(body && { body }),
        })
        // Where no key is needed or there is nothing, the answer names its request.
        answers.push([status, lines, text.replace(/"requestId":"[^"]*"/, '')].join('\n'))
        if (!path.includes('health') && path !== '/api/ready' && method !== 'PUT') {
          assert.equal(status, 401, `${method} ${path} with ${token}`)
          assert.match(lines, /www-authenticate: Bearer realm="aerie", error="invalid_token"/i)
          assert.ok(!text.includes('requestId'))
        }
      }
      for (const answer of answers) assert.equal(answer, answers[0], `${method} ${path}`)
    }
  })

  test('a key that is not valid is not made good by a session beside it', async () => {
    const { cookie } = app().people.owner.headers
    for (const token of [issueToken().token, 'nonsense', '']) {
      const headers = { cookie, ...bearer(token) }
      assert.equal((await rawCall(app().url, '/api/me', { headers })).status, 401, token)
    }
    assert.equal((await rawCall(app().url, '/api/me', { headers: { cookie } })).status, 200)
  })

  test('a key in the query string is never read', async () => {
    const { token } = await app().withKey('owner')
    for (const name of ['api_key', 'apiKey', 'token', 'access_token', 'key']) {
      assert.equal((await rawCall(app().url, `/api/me?${name}=${token}`)).status, 401)
    }
  })

  test('fact 10: the application does not limit failed authentication: 300 bad calls are 401, and a good one then works', async () => {
    const good = await app().withKey('member')
    for (let n = 0; n < 300; n++) {
      const token = n % 2 ? issueToken().token : 'nonsense'
      assert.equal((await rawCall(app().url, '/api/me', { headers: bearer(token) })).status, 401)
    }
    assert.equal((await good.call(getMe)).via, 'api_key')
  })

  test('two keys with one prefix both work, and are revoked apart', async () => {
    const [first, second] = [await app().withKey('member'), await app().withKey('admin')]
    await sql`update api_keys set prefix = 'aie_00000000' where id in (${first.keyId}, ${second.keyId})`.execute(
      app().db.reader,
    )
    assert.equal((await first.call(getMe)).user.role, 'member')
    assert.equal((await second.call(getMe)).user.role, 'admin')
    await app().as('member').call(revokeApiKey, { keyId: first.keyId })
    await refusal(first.call(getMe), 'unauthenticated')
    const { apiKey } = await second.call(getMe)
    assert.deepEqual([apiKey?.id, apiKey?.prefix], [second.keyId, 'aie_00000000'])
  })
})

const { token } = issueToken()
const illFormed = [
  '',
  'x',
  token.slice(0, -1),
  `${token}A`,
  `${token.slice(0, -1)}B`,
  token.toUpperCase(),
  token.replace('aie_', 'abc_'),
  token.replaceAll('_', '-'),
  token.slice(0, 12) + issueToken().token.slice(12),
  ` ${token}`,
  `${token} ${token}`,
  'k'.repeat(5000),
]

/** A key that never was, and one each that expired, was revoked, and whose owner was disabled. */
async function keysOfEveryFate(app: TestApp): Promise<string[]> {
  const [expired, revoked] = [await app.withKey('owner'), await app.withKey('owner')]
  await sql`update api_keys set expires_at = created_at + interval '1 ms' where id = ${expired.keyId}`.execute(
    app.db.reader,
  )
  await app.as('owner').call(revokeApiKey, { keyId: revoked.keyId })
  const { id: userId, client } = await addNewcomer(app, 'admin')
  const orphan = await client.call(createApiKey, { name: 'Of someone disabled' })
  for (const key of [revoked.token, orphan.token]) {
    assert.equal(key.length, token.length)
  }
  await app.as('owner').call(updateUser, { userId, disabled: true })
  return [token, expired.token, revoked.token, orphan.token]
}

/** Calls with a key that expires after so long, until some calls came after that. How many came before. */
async function callsBeforeExpiry(app: TestApp, ms: number): Promise<number> {
  const { token, id } = await app.as('member').call(createApiKey, { name: 'Short', expiresInDays: 1 })
  const { rows } = await sql<{ at: string }>`
    update api_keys set expires_at = clock_timestamp() + ${ms} * interval '1 ms' where id = ${id}
    returning expires_at as at`.execute(app.db.reader)
  const expiry = rows[0]?.at ?? ''
  const seen = { before: 0, after: 0 }
  while (seen.after < 5) {
    const begun = await databaseTime(app)
    const status = (await rawCall(app.url, '/api/me', { headers: bearer(token) })).status
    const ended = await databaseTime(app)
    if (ended < expiry) assert.equal(status, 200, `at ${ended}, before ${expiry}`)
    if (begun >= expiry) assert.equal(status, 401, `at ${begun}, from ${expiry} on`)
    if (ended < expiry) seen.before++
    if (begun >= expiry) seen.after++
    await wait(10)
  }
  return seen.before
}

async function databaseTime(app: TestApp): Promise<string> {
  const { rows } = await sql<{ at: string }>`select clock_timestamp() as at`.execute(app.db.reader)
  return rows[0]?.at ?? ''
}
