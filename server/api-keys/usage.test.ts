import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { mock, test } from 'node:test'
import pg from 'pg'
import { getApiKey, getMe, listApiKeys } from '#contract'
import type { Database } from '#database'
import { createLog } from '#platform'
import {
  addNewcomer,
  bearer,
  cases,
  onEachDatabase,
  onPostgres,
  rawCall,
  type TestApp,
  until,
} from '#testing'
import { createKeyUsage } from './usage.ts'

const log = createLog('silent')
const at = '2026-01-31T09:30:00.000Z'
const caller = { address: '203.0.113.7', userAgent: 'A script' }

onEachDatabase('key usage', (app) => {
  test('calls and refusals are counted for the day of the call, on which the key was valid', async () => {
    const keyId = await newKey(app())
    const usage = createKeyUsage(app().db, log)
    usage.count(keyId, '2026-01-31T23:59:59.999Z', caller)
    usage.count(keyId, '2026-02-01T00:00:00.000Z', {
      address: '2001:db8:1::1',
      userAgent: 'Another\u0000 script',
    })
    // Answered after midnight.
    usage.countRefusal(keyId, '2026-01-31T23:59:59.999Z', 503)
    usage.countRefusal(keyId, '2026-02-01T00:00:00.000Z', 404)
    await usage.stop()

    assert.deepEqual(await daysOf(app(), keyId), [
      { day: '2026-01-31', calls: 1, refused_4xx: 0, refused_5xx: 1 },
      { day: '2026-02-01', calls: 1, refused_4xx: 1, refused_5xx: 0 },
    ])
    const { rows } = await app().db.pool.query(
      'select last_used_at, last_address, last_user_agent from api_key_uses where key_id = $1',
      [keyId],
    )
    assert.deepEqual(rows, [
      {
        last_used_at: '2026-02-01T00:00:00.000Z',
        last_address: '2001:db8:1::1',
        last_user_agent: 'Another script',
      },
    ])
  })

  test('what could not be written is written later, once', async () => {
    const keyId = await newKey(app())
    const broken = brokenConnection(app())
    const usage = createKeyUsage(broken.db, log)
    usage.count(keyId, at, caller)
    broken.fails = 'before'
    await usage.stop()
    assert.notEqual(usage.backlog, 0)
    // Counted while it is not known whether the first call is written.
    usage.count(keyId, at, caller)
    broken.fails = 'after'
    await usage.stop()
    assert.notEqual(usage.backlog, 0)
    broken.fails = 'never'
    await usage.stop()
    assert.equal(usage.backlog, 0)
    assert.deepEqual(await daysOf(app(), keyId), [
      { day: '2026-01-31', calls: 2, refused_4xx: 0, refused_5xx: 0 },
    ])
  })

  test('calls without an address and keys that are gone do not stop the rest', async () => {
    const keyId = await newKey(app())
    const usage = createKeyUsage(app().db, log)
    for (const address of ['fe80::1', undefined, '2001:0DB8::1', '2001:db8::2'])
      usage.count(keyId, at, { address, userAgent: undefined })
    usage.count('01900000-0000-7000-8000-000000000000', at, caller)
    await usage.stop()
    assert.equal((await daysOf(app(), keyId))[0]?.calls, 4)
    assert.equal(usage.backlog, 0)
    assert.deepEqual(await networksOf(app(), keyId), ['2001:db8::/48', 'fe80::/48'])
  })

  test('a call counts though its caller does not wait for the answer', async () => {
    const { token, keyId } = await app().withKey('member')
    const { hostname, port } = new URL(app().url)
    const socket = connect(Number(port), hostname)
    socket.end(
      `POST /api/projects HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n` +
        'content-type: application/json\r\ncontent-length: 100\r\n\r\n{"name":',
    )
    socket.resume()
    const days = await until(
      () => daysOf(app(), keyId),
      (days) => days.length > 0,
    )
    assert.equal(days[0].calls, 1)
  })

  test('a call writes nothing itself', async () => {
    const { token } = await app().withKey('member')
    const query = mock.method(pg.Client.prototype, 'query')
    try {
      for (let n = 0; n < 2; n++) await rawCall(app().url, '/api/me', { headers: bearer(token) })
      const names = query.mock.calls.flatMap(
        ({ arguments: [given] }) => (Object(given) as { name?: string }).name ?? [],
      )
      assert.deepEqual(
        names.filter((name) => name !== 'write-key-usage'),
        ['verify-api-keys', 'describe-api-keys', 'verify-api-keys'],
      )
    } finally {
      query.mock.restore()
    }
  })

  test('twenty networks are kept of a key: those seen last', async () => {
    const keyId = await newKey(app())
    const from = async (...days: [day: number, address: string][]) => {
      const usage = createKeyUsage(app().db, log)
      for (const [day, address] of days) {
        usage.count(keyId, `2026-01-${String(day).padStart(2, '0')}T00:00:00.000Z`, { ...caller, address })
      }
      await usage.stop()
    }
    await from([1, '10.0.0.1'], [2, '10.0.1.1'])
    await from([3, '10.0.0.2'])
    await from(...Array.from({ length: 19 }, (_, n): [number, string] => [4, `10.1.${n}.1`]))
    const kept = await networksOf(app(), keyId)
    assert.equal(kept.length, 20)
    assert.ok(kept.includes('10.0.0.0/24') && !kept.includes('10.0.1.0/24'))
  })

  test('a key is flagged for a week once it is seen from a further network', async () => {
    const { client } = await addNewcomer(app(), 'member')
    const { keyId, ...script } = await app().withKey('member')
    assert.equal((await listed(keyId)).newNetworkAt, null)
    await script.call(getMe)
    await until(
      () => networksOf(app(), keyId),
      (networks) => networks.length === 1,
    )
    assert.equal((await listed(keyId)).newNetworkAt, null)

    const { rows } = await app().db.pool.query<{ at: string }>('select now()::timestamptz(3) as at')
    const usage = createKeyUsage(app().db, log)
    usage.count(keyId, rows[0]!.at, caller)
    await usage.stop()
    assert.equal((await listed(keyId)).newNetworkAt, rows[0]!.at)
    const { networks, newNetworkAt } = await app().as('admin').call(getApiKey, { keyId })
    assert.equal(newNetworkAt, rows[0]!.at)
    assert.deepEqual(networks[0], {
      network: '203.0.113.0/24',
      firstSeenAt: newNetworkAt,
      lastSeenOn: newNetworkAt.slice(0, 10),
    })

    await app().db.pool.query(
      `update api_key_networks set first_seen_at = first_seen_at - interval '7 days' where key_id = $1`,
      [keyId],
    )
    assert.equal((await listed(keyId)).newNetworkAt, null)
    assert.equal((await client.call(listApiKeys)).data.length, 0)

    async function listed(id: string) {
      const { data } = await app().as('member').call(listApiKeys, { limit: 200 })
      return data.find((key) => key.id === id)!
    }
  })
})

onPostgres('key usage on three nodes', (app) => {
  test('is exact, though writes fail and their outcomes get lost', async () => {
    const keyIds = await Promise.all(Array.from({ length: 5 }, () => newKey(app())))
    const each = cases(20_000)
    const nodes = Array.from({ length: 3 }, () => brokenConnection(app()))
    const usages = nodes.map(({ db }) => createKeyUsage(db, log))
    await Promise.all(
      usages.map(async (usage, n) => {
        for (let call = 0; call < each; call++) {
          usage.count(keyIds[call % 5]!, at, { ...caller, address: `10.${n}.${call % 40}.1` })
          if (call % 2 === 0) usage.countRefusal(keyIds[call % 5]!, at, 404)
          if (call % (each / 20) !== 0) continue
          nodes[n]!.fails = (['before', 'never', 'after'] as const)[(call / (each / 20)) % 3]!
          await usage.stop()
        }
        nodes[n]!.fails = 'never'
        await usage.stop()
      }),
    )
    const all = await Promise.all(keyIds.map((keyId) => daysOf(app(), keyId)))
    const expected = {
      day: '2026-01-31',
      calls: (each / 5) * 3,
      refused_4xx: (each / 10) * 3,
      refused_5xx: 0,
    }
    for (const days of all) assert.deepEqual(days, [expected])
    for (const keyId of keyIds) assert.ok((await networksOf(app(), keyId)).length <= 20)
  })

  test('a write that still runs when it is tried again is added once', async () => {
    const keyId = await newKey(app())
    const { pool } = app().db
    const usage = createKeyUsage(app().db, log)
    usage.count(keyId, at, caller)
    const { authenticationPool } = app().db
    const query = authenticationPool.query.bind(authenticationPool) as (given: object) => Promise<unknown>
    const running: Promise<unknown>[] = []
    const lost = mock.method(authenticationPool, 'query', (given: object) => {
      running.push(query(given))
      return running.length < 3 ? Promise.reject(new Error('Connection terminated unexpectedly')) : running[0]
    })
    const holder = await pool.connect()
    try {
      await holder.query('begin')
      await holder.query('select from api_key_uses where key_id = $1 for update', [keyId])
      const stopping = usage.stop()
      await until(
        async () =>
          (
            await pool.query(
              `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
            )
          ).rowCount,
        (waiting) => waiting === 2,
      )
      await holder.query('commit')
      await stopping
      await Promise.all(running)
    } finally {
      lost.mock.restore()
      holder.release()
    }
    assert.deepEqual(await daysOf(app(), keyId), [
      { day: '2026-01-31', calls: 1, refused_4xx: 0, refused_5xx: 0 },
    ])
  })
})

const newKey = async (app: TestApp) => (await app.withKey('member')).keyId

async function daysOf({ db }: TestApp, keyId: string) {
  const { rows } = await db.pool.query(
    'select day, calls, refused_4xx, refused_5xx from api_key_usage where key_id = $1 order by day',
    [keyId],
  )
  return rows
}

async function networksOf({ db }: TestApp, keyId: string): Promise<string[]> {
  const { rows } = await db.pool.query<{ network: string }>(
    'select network::text from api_key_networks where key_id = $1 order by network',
    [keyId],
  )
  return rows.map(({ network }) => network)
}

/** A database whose writes of usage fail before they happen, or seem to fail although they happened. */
function brokenConnection({ db }: TestApp) {
  const connection = { fails: 'never' as 'never' | 'before' | 'after', db }
  const query = async (given: object) => {
    if (connection.fails === 'before') throw new Error('The database is away')
    const result = await (db.authenticationPool.query as (given: object) => Promise<unknown>).call(
      db.authenticationPool,
      given,
    )
    if (connection.fails === 'after') throw new Error('Connection terminated unexpectedly')
    return result
  }
  connection.db = { authenticationPool: { query } } as unknown as Database
  return connection
}
