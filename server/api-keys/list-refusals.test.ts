import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import {
  createApiKey,
  getApiKey,
  getMe,
  listApiKeyRefusals,
  listApiKeys,
  listProjects,
  mostRefusals,
  revokeApiKey,
  updateApiKey,
  updateUser,
} from '#contract'
import { createLog, newId } from '#platform'
import { addNewcomer, bearer, cases, onEachDatabase, rawCall, refusal, until } from '#testing'
import { expireKeyUsage } from './expire-usage.ts'
import { issueToken } from './token.ts'
import { createKeyUsage } from './usage.ts'

const caller = { address: '203.0.113.7', userAgent: 'A script' }
/** Ids of requests of one millisecond have no order. */
const idOf = (n: number) => `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`
const refused = { method: 'GET', route: '/api/me', status: 403, code: 'forbidden' }

onEachDatabase('the refused calls of a key', (app) => {
  test('say why, and never what was sent', async () => {
    const { token, keyId } = await app().withKey('member')
    const headers = { ...bearer(token), 'user-agent': 'secret-free/1.0', 'content-type': 'application/json' }
    const calls: [
      method: string,
      path: string,
      body: string,
      route: string | null,
      status: number,
      code: string,
    ][] = [
      ['GET', '/api/audit-log?actor=vera', '', '/api/audit-log', 403, 'forbidden'],
      ['GET', '/api/api-keys', '', '/api/api-keys', 403, 'session_required'],
      ['GET', `/api/projects/${newId()}`, '', '/api/projects/{projectId}', 404, 'project_not_found'],
      ['POST', '/api/projects', '{"name":', '/api/projects', 400, 'invalid_json'],
      ['POST', '/api/projects', '{"name":""}', '/api/projects', 422, 'validation_failed'],
      ['DELETE', '/api/projects', '', '/api/projects', 405, 'method_not_allowed'],
      ['GET', '/api/vera', '', null, 404, 'not_found'],
      ['GET', '/api/%zz', '', null, 404, 'not_found'],
      ['POST', '/mcp', 'no JSON', '/mcp', 400, 'invalid_json'],
    ]
    const ids: (string | undefined)[] = []
    for (const [method, path, body] of calls) {
      const answer = await app().fetch(path, { method, headers, ...(body && { body }) })
      ids.push(answer.headers.get('x-request-id') ?? undefined)
    }
    await app().fetch('/api/me', { headers })
    const { data, groups } = await refusalsOf(keyId, calls.length)
    const facts = calls.map(([method, , , route, status, code]) => ({ method, route, status, code }))
    assert.deepEqual(
      data.map(({ at: _at, ...one }) => one),
      facts
        .map((fact, n) => ({
          requestId: ids[n],
          address: '127.0.0.1',
          userAgent: 'secret-free/1.0',
          ...fact,
        }))
        .reverse(),
    )
    const counts = new Map<string, number>()
    for (const fact of facts) counts.set(JSON.stringify(fact), (counts.get(JSON.stringify(fact)) ?? 0) + 1)
    assert.deepEqual(
      new Map(groups.map(({ lastAt: _lastAt, count, ...group }) => [JSON.stringify(group), count])),
      counts,
    )
    assert.equal(groups[0]?.count, 2)
  })

  test('name the tool of an agent', async () => {
    const { token, keyId } = await app().withKey('member')
    const call = { name: 'sources_get', arguments: { sourceId: newId() } }
    await app().fetch('/mcp', {
      method: 'POST',
      headers: {
        ...bearer(token),
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2025-11-25',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call }),
    })
    const { data } = await refusalsOf(keyId, 1)
    const { method, route, status, code } = data[0]!
    assert.deepEqual(
      { method, route, status, code },
      { method: 'GET', route: '/api/sources/{sourceId}', status: 404, code: 'source_not_found' },
    )
  })

  test('go on after it expired, was revoked or lost its owner, of which the caller learns nothing', async () => {
    const { id: userId, client } = await addNewcomer(app(), 'member')
    const keys = {
      key_revoked: await client.call(createApiKey, { name: 'Revoked' }),
      key_expired: await client.call(createApiKey, { name: 'Expired', expiresInDays: 1 }),
      owner_disabled: await client.call(createApiKey, { name: 'Of somebody disabled' }),
    }
    await client.call(revokeApiKey, { keyId: keys.key_revoked.id })
    await app().db.pool.query(`update api_keys set expires_at = created_at + interval '1 ms' where id = $1`, [
      keys.key_expired.id,
    ])
    await app().as('owner').call(updateUser, { userId, disabled: true })
    const answerTo = async (token: string, path: string) => {
      const { status, headers, body } = await rawCall(app().url, path, { headers: bearer(token) })
      const requestId = (JSON.parse(body) as { requestId: string }).requestId
      return [status, headers.replace(/^date: .*$/im, ''), body].join().replaceAll(requestId, '')
    }
    for (const [code, { id: keyId, token }] of Object.entries(keys)) {
      for (const path of ['/api/me', `/api/sources/${newId()}`, '/api/none'])
        assert.equal(await answerTo(token, path), await answerTo(issueToken().token, path))
      const { data } = await refusalsOf(keyId, 3)
      assert.deepEqual(
        data.map((one) => [one.route, one.status, one.code]),
        [
          [null, 404, code],
          ['/api/sources/{sourceId}', 401, code],
          ['/api/me', 401, code],
        ],
      )
    }
  })

  test('are the newest thousand of the last thirty days, read in pages', async () => {
    const { keyId } = await app().withKey('member')
    const now = Date.now()
    const usage = createKeyUsage(app().db, createLog('silent'))
    const ids = Array.from({ length: mostRefusals + 20 }, (_, n) => idOf(n))
    for (const [n, requestId] of ids.entries()) {
      usage.noteRefusal(keyId, new Date(now).toISOString(), caller, { ...refused, requestId })
      if (n === 700) await usage.stop()
    }
    const old = { ...refused, requestId: idOf(mostRefusals + 20) }
    usage.noteRefusal(keyId, new Date(now - 30 * 86_400_000 - 60_000).toISOString(), caller, old)
    await usage.stop()

    const listed: string[] = []
    const { call } = app().as('member')
    for (let cursor: string | undefined; ; ) {
      const { data, groups, nextCursor } = await call(listApiKeyRefusals, {
        keyId,
        limit: 200,
        ...(cursor && { cursor }),
      })
      listed.push(...data.map(({ requestId }) => requestId))
      assert.deepEqual(
        groups.map(({ count }) => count),
        [mostRefusals - 1],
      )
      if (nextCursor === null) break
      cursor = nextCursor
    }
    assert.deepEqual(listed, ids.slice(-mostRefusals + 1).reverse())

    await expireKeyUsage.run({ db: app().db, signal: new AbortController().signal } as never)
    const { rows } = await app().db.pool.query('select from api_key_refusals where key_id = $1 and id = $2', [
      keyId,
      old.requestId,
    ])
    assert.equal(rows.length, 0)
  })

  test('are the owner’s and the admins’ to see, in the browser', async () => {
    const { keyId, ...script } = await app().withKey('member')
    const { client } = await addNewcomer(app(), 'member')
    for (const person of [app().as('member'), app().as('admin'), app().as('owner')])
      await person.call(listApiKeyRefusals, { keyId })
    await refusal(client.call(listApiKeyRefusals, { keyId }), 'api_key_not_found')
    await refusal(script.call(listApiKeyRefusals, { keyId }), 'session_required')
  })

  async function refusalsOf(keyId: string, count: number) {
    return until(
      () => app().as('admin').call(listApiKeyRefusals, { keyId }),
      ({ data }) => data.length === count,
    )
  }
})

onEachDatabase('a flood of refused calls', (app) => {
  test('takes bounded memory, and leaves the newest of each key', async () => {
    const keyIds = await Promise.all(
      Array.from({ length: 30 }, async () => (await app().withKey('member')).keyId),
    )
    const usage = createKeyUsage(app().db, createLog('silent'))
    const at = new Date().toISOString()
    const newest = new Map<string, string[]>(keyIds.map((keyId) => [keyId, []]))
    const calls = cases(1_000_000)
    for (let n = 0; n < calls; n++) {
      const keyId = keyIds[n % 3]!
      const requestId = idOf(n)
      if (n >= calls - 3 * mostRefusals) newest.get(keyId)!.push(requestId)
      usage.noteRefusal(keyId, at, { ...caller, userAgent: 'x'.repeat(10_000) }, { ...refused, requestId })
    }
    const query = mock.method(app().db.authenticationPool, 'query')
    try {
      await usage.stop()
      const sizes = query.mock.calls.flatMap(({ arguments: [given] }) => {
        const { name, values = [] } = given as unknown as { name?: string; values?: string[] }
        return name === 'write-key-usage' ? JSON.stringify(values).length : []
      })
      // One statement for each thousand that is kept, and none that looks for more.
      assert.ok(sizes.length <= 3 && sizes.every((size) => size < 1_000_000), String(sizes))
    } finally {
      query.mock.restore()
    }
    for (const keyId of keyIds.slice(0, 3)) {
      const { rows } = await app().db.pool.query<{ id: string }>(
        'select id from api_key_refusals where key_id = $1 order by id desc',
        [keyId],
      )
      assert.deepEqual(
        rows.map(({ id }) => id),
        newest.get(keyId)!.slice(-mostRefusals).reverse(),
      )
    }
    for (const keyId of keyIds)
      for (let n = 0; n < mostRefusals; n++)
        usage.noteRefusal(keyId, at, caller, { ...refused, requestId: idOf(calls + n) })
    await usage.stop()
    const { rows } = await app().db.pool.query<{ count: number }>(
      `select count(*) from api_key_refusals where key_id = any ($1::uuid[])`,
      [keyIds],
    )
    // Twenty thousand were in memory, of which three thousand replaced others.
    assert.equal(rows[0]!.count, 20_000)
  })
})

onEachDatabase('a key', (app) => {
  test('has a note, which its owner and admins can change', async () => {
    const member = app().as('member')
    const { keyId, ...script } = await app().withKey('member')
    const { client } = await addNewcomer(app(), 'member')
    const note = 'Runs each night on the reporting server.\nAsk Mia.'
    assert.equal((await member.call(updateApiKey, { keyId, note })).note, note)
    assert.equal((await app().as('admin').call(getApiKey, { keyId })).note, note)
    assert.equal(
      (await member.call(listApiKeys, { limit: 200 })).data.find(({ id }) => id === keyId)?.note,
      note,
    )
    await refusal(client.call(updateApiKey, { keyId, note: '' }), 'api_key_not_found')
    await refusal(script.call(updateApiKey, { keyId, note: '' }), 'session_required')
    await refusal(member.call(updateApiKey, { keyId, note: 'x'.repeat(1001) }), 'validation_failed')
  })

  test('tells its callers when it expires', async () => {
    const headerOf = async ({ token }: { token: string }, path: string) =>
      (await app().fetch(path, { headers: bearer(token) })).headers.get('api-key-expires-at')
    const lasting = await app().as('member').call(createApiKey, { name: 'Lasting' })
    const expiring = await app().as('member').call(createApiKey, { name: 'Expiring', expiresInDays: 7 })
    for (const path of [getMe.path, listProjects.path, '/api/api-keys', '/api/none']) {
      assert.equal(await headerOf(lasting, path), null)
      assert.equal(await headerOf(expiring, path), expiring.expiresAt)
    }
  })
})
