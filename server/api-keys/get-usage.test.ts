import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import {
  createApiKey,
  getApiKey,
  getApiKeyUsage,
  listApiKeys,
  listEveryonesApiKeys,
  revokeApiKey,
} from '#contract'
import { createLog, newId } from '#platform'
import { addNewcomer, onDatabase, refusal, type TestApp, untilDayIsLong } from '#testing'
import { expireKeyUsage } from './expire-usage.ts'

onDatabase('a key’s usage', (app) => {
  before(untilDayIsLong)

  test('has every date in order, with zeros where there were no calls', async () => {
    const keyId = await usedKey(app())
    const { days, lastAddress, lastUserAgent } = await app().as('member').call(getApiKeyUsage, { keyId })
    assert.equal(days.length, 30)
    assert.deepEqual(days.at(-1), { date: await today(app()), calls: 7, refused: { '4xx': 2, '5xx': 1 } })
    assert.deepEqual(
      days.map(({ calls }) => calls),
      [5, ...Array<number>(28).fill(0), 7],
    )
    for (const [n, { date }] of days.entries()) {
      assert.equal(Date.parse(date), Date.parse(days[0]!.date) + n * 86_400_000)
    }
    assert.deepEqual([lastAddress, lastUserAgent], ['203.0.113.7', 'A script'])
  })

  test('is returned for 1 to 90 days', async () => {
    const keyId = await usedKey(app())
    const callsOf = async (days: number) => {
      const usage = await app().as('member').call(getApiKeyUsage, { keyId, days })
      assert.equal(usage.days.length, days)
      return usage.days.reduce((sum, { calls }) => sum + calls, 0)
    }
    assert.deepEqual(
      [await callsOf(1), await callsOf(29), await callsOf(30), await callsOf(90)],
      [7, 7, 12, 15],
    )
    for (const days of [0, 91, 1.5, 'all']) {
      await refusal(app().as('member').call(getApiKeyUsage, { keyId, days }), 'validation_failed')
    }
  })

  test('of a key that was never used is empty', async () => {
    const { id: keyId } = await app().as('member').call(createApiKey, { name: 'Never used' })
    assert.deepEqual(await app().as('member').call(getApiKeyUsage, { keyId, days: 1 }), {
      days: [{ date: await today(app()), calls: 0, refused: { '4xx': 0, '5xx': 0 } }],
      lastAddress: null,
      lastUserAgent: null,
    })
  })

  test('and the key itself are there for its owner, the owner of the organisation and admins', async () => {
    const keyId = await usedKey(app())
    await app().as('admin').call(revokeApiKey, { keyId })
    for (const role of ['member', 'admin', 'owner'] as const) {
      const key = await app().as(role).call(getApiKey, { keyId })
      assert.deepEqual([key.id, key.status, key.owner.id], [keyId, 'revoked', app().people.member.id])
      assert.deepEqual(key.recentCalls, [5, ...Array<number>(28).fill(0), 7])
      assert.equal((await app().as(role).call(getApiKeyUsage, { keyId })).lastUserAgent, 'A script')
    }
    const { client: stranger } = await addNewcomer(app(), 'member')
    for (const operation of [getApiKey, getApiKeyUsage]) {
      await refusal(stranger.call(operation, { keyId }), 'api_key_not_found')
      await refusal(app().as('owner').call(operation, { keyId: newId() }), 'api_key_not_found')
    }
  })

  test('is in both lists, for thirty days', async () => {
    const keyId = await usedKey(app())
    const unused = await app().as('member').call(createApiKey, { name: 'Unused' })
    for (const { data } of [
      await app().as('member').call(listApiKeys),
      await app().as('admin').call(listEveryonesApiKeys),
    ]) {
      const callsOf = (id: string) => data.find((key) => key.id === id)?.recentCalls
      assert.deepEqual(callsOf(keyId), [5, ...Array<number>(28).fill(0), 7])
      assert.deepEqual(callsOf(unused.id), Array<number>(30).fill(0))
    }
  })

  test('is deleted after 90 days', async () => {
    const keyId = await usedKey(app())
    // More than are deleted at once.
    await app().db.pool.query(
      `insert into api_key_usage select $1, (now() at time zone 'UTC')::date - 90 - n, 1, 0, 0
       from generate_series(0, 10000) n`,
      [keyId],
    )
    const run = (signal = new AbortController().signal) =>
      expireKeyUsage.run({ db: app().db, log: createLog('silent'), signal }, {})
    await run(AbortSignal.abort())
    await run()
    const { rows } = await app().db.pool.query(
      `select (now() at time zone 'UTC')::date - day as ago, calls from api_key_usage where key_id = $1 order by day`,
      [keyId],
    )
    assert.deepEqual(rows, [
      { ago: 89, calls: 3 },
      { ago: 29, calls: 5 },
      { ago: 0, calls: 7 },
    ])
  })
})

async function today({ db }: TestApp): Promise<string> {
  const { rows } = await db.pool.query<{ date: string }>(`select (now() at time zone 'UTC')::date as date`)
  return rows[0]!.date
}

/** Creates a key of the member with calls today, 29 and 89 days ago. */
async function usedKey(app: TestApp): Promise<string> {
  const { id: keyId } = await app.as('member').call(createApiKey, { name: 'Used' })
  await app.db.pool.query(
    `insert into api_key_usage select $1, (now() at time zone 'UTC')::date - ago, calls, refused_4xx, refused_5xx
     from (values (0, 7, 2, 1), (29, 5, 0, 0), (89, 3, 0, 0)) as used (ago, calls, refused_4xx, refused_5xx)`,
    [keyId],
  )
  await app.db.pool.query(
    `update api_key_uses set last_address = '203.0.113.7', last_user_agent = 'A script' where key_id = $1`,
    [keyId],
  )
  return keyId
}
