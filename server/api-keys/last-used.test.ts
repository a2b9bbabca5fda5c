import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import {
  createApiKey,
  createProject,
  getApiKeyUsage,
  listApiKeys,
  listProjects,
  revokeApiKey,
  updateProject,
} from '#contract'
import { addNewcomer, bearer, onDatabase, rawCall, type TestApp, until } from '#testing'
import { issueToken } from './token.ts'

type Request = Parameters<typeof rawCall>[2] & { path: string }
const json = { 'content-type': 'application/json' }
const unknown = '01900000-0000-7000-8000-000000000000'

/** One call for each way in which a call can end, by its status and what makes it so. */
const calls: Record<string, Request> = {
  '200': { path: '/api/projects' },
  '200 where anyone may': { path: '/api/ready' },
  '200 openapi.json': { path: '/api/openapi.json' },
  '200 reference': { path: '/api/docs' },
  '201': { path: '/api/projects', method: 'POST', headers: json, body: '{"name":"Made"}' },
  '400 broken JSON': { path: '/api/projects', method: 'POST', headers: json, body: '{' },
  '403 role': { path: '/api/audit-log' },
  '403 session': { path: '/api/api-keys' },
  '404 record': { path: `/api/projects/${unknown}` },
  '404 malformed id': { path: '/api/projects/x' },
  '404 address': { path: '/api/nothing-here' },
  '404 address that cannot be read': { path: '/api/%zz' },
  '404 very long id': { path: `/api/projects/${'x'.repeat(300)}` },
  '405': { path: '/api/projects', method: 'PUT' },
  '409': { path: '/api/projects/:made', method: 'PATCH', headers: json, body: '{"version":1,"name":"Late"}' },
  '413': { path: '/api/projects', method: 'POST', headers: json, body: 'x'.repeat(1024 * 1024 + 1) },
  '415': { path: '/api/projects', method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'x' },
  '422': { path: '/api/projects', method: 'POST', headers: json, body: '{"name":""}' },
  '422 query': { path: '/api/projects?limit=many' },
}

onDatabase('last used', (app) => {
  test('fact 8: every call with a valid key moves its last-used time and counts once, whatever the answer', async () => {
    const { id: projectId } = await app().as('member').call(createProject, { name: 'Edited' })
    await app().as('member').call(updateProject, { projectId, name: 'Edited twice' })
    await Promise.all(
      Object.entries(calls).map(async ([what, { path, ...call }]) => {
        const key = await app().withKey('member')
        const begun = await databaseTime(app())
        const { status } = await rawCall(app().url, path.replace(':made', projectId), {
          ...call,
          headers: { ...call.headers, ...bearer(key.token) },
        })
        assert.equal(status, Number(what.slice(0, 3)), what)
        assert.ok(await isUsedSince(app(), key.keyId, begun), what)
        const refused = { '4xx': status >= 400 ? 1 : 0, '5xx': 0 }
        const used = await until(
          () => usageOf(app(), key.keyId),
          (used) => used.refused['4xx'] === refused['4xx'],
        )
        assert.deepEqual(used, { calls: 1, refused }, what)
      }),
    )
  })

  test('fact 8: a second call moves it on', async () => {
    const key = await app().withKey('member')
    for (let n = 0; n < 2; n++) {
      const begun = await databaseTime(app())
      await key.call(listProjects)
      assert.ok(await isUsedSince(app(), key.keyId, begun))
    }
  })

  test('fact 8: nothing else moves it: not a failed authentication, not looking at it, not a change of its row', async () => {
    const { client } = await addNewcomer(app(), 'member')
    const [unused, used, revoked] = [
      await client.call(createApiKey, { name: 'Never used' }),
      await client.call(createApiKey, { name: 'Expires' }),
      await client.call(createApiKey, { name: 'Is revoked' }),
    ]
    for (const { token } of [used, revoked]) await app().withToken(token).call(listProjects)
    await writtenByNow(app())
    const before = (await client.call(listApiKeys)).data

    await sql`update api_keys set expires_at = created_at + interval '1 ms' where id = ${used.id}`.execute(
      app().db.reader,
    )
    await client.call(revokeApiKey, { keyId: revoked.id })
    await sql`update api_keys set name = 'Renamed' where id = ${unused.id}`.execute(app().db.reader)
    const bad = [used.token, revoked.token, issueToken().token, mixed(unused.token)]
    for (const token of bad) {
      assert.equal((await rawCall(app().url, '/api/projects', { headers: bearer(token) })).status, 401)
    }
    await writtenByNow(app())

    const after = (await client.call(listApiKeys)).data
    assert.deepEqual(
      after.map(({ id, lastUsedAt }) => ({ id, lastUsedAt })),
      before.map(({ id, lastUsedAt }) => ({ id, lastUsedAt })),
    )
    assert.equal(after.find(({ id }) => id === unused.id)?.lastUsedAt, null)
  })

  test('last used only goes forward: an older time never replaces a newer one', async () => {
    const key = await app().withKey('member')
    await key.call(listProjects)
    await writtenByNow(app())
    const { rows } = await sql<{ at: string }>`
      update api_key_uses set last_used_at = now() + interval '1 hour' where key_id = ${key.keyId}
      returning last_used_at as at`.execute(app().db.reader)
    await key.call(listProjects)
    await writtenByNow(app())
    assert.equal(await lastUsedOf(app(), key.keyId), rows[0]?.at)
  })
})

/** Of today and yesterday, because a day may end in between. */
async function usageOf(app: TestApp, keyId: string) {
  const { days } = await app.as('member').call(getApiKeyUsage, { keyId, days: 2 })
  const sum = (count: (day: (typeof days)[number]) => number) =>
    days.reduce((all, day) => all + count(day), 0)
  return {
    calls: sum(({ calls }) => calls),
    refused: { '4xx': sum(({ refused }) => refused['4xx']), '5xx': sum(({ refused }) => refused['5xx']) },
  }
}

/** Another secret after the same visible prefix, so a wrong checksum. */
const mixed = (token: string) => token.slice(0, 13) + issueToken().token.slice(13)

async function databaseTime(app: TestApp): Promise<string> {
  const { rows } = await sql<{ at: string }>`select clock_timestamp()::timestamptz(3) as at`.execute(
    app.db.reader,
  )
  return rows[0]?.at ?? ''
}

async function lastUsedOf(app: TestApp, keyId: string): Promise<string | null> {
  const { data } = await app.as('member').call(listApiKeys, { limit: 200 })
  return data.find(({ id }) => id === keyId)?.lastUsedAt ?? null
}

/** Whether, within two seconds, the list shows a use at that time or later. */
async function isUsedSince(app: TestApp, keyId: string, begun: string): Promise<boolean> {
  for (let n = 0; n < 40; n++) {
    if (((await lastUsedOf(app, keyId)) ?? '') >= begun) return true
    await wait(50)
  }
  return false
}

/** Waits until what was noted before is written, by using a key of another's: all are written together. */
async function writtenByNow(app: TestApp): Promise<void> {
  const begun = await databaseTime(app)
  const key = await app.withKey('member')
  await key.call(listProjects)
  assert.ok(await isUsedSince(app, key.keyId, begun))
}
