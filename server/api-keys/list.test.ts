import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { createApiKey, getMe, listApiKeys, revokeApiKey } from '#contract'
import { addNewcomer, onDatabase, type TestApp } from '#testing'

onDatabase('the list of keys', (app) => {
  test('fact 3: a row has name, prefix, created, last used and expiry; the count is of active keys; without keys there is none', async () => {
    const { client } = await addNewcomer(app(), 'member')
    assert.deepEqual(await client.call(listApiKeys), { data: [], nextCursor: null, activeCount: 0 })

    const begun = await databaseTime(app())
    const never = await client.call(createApiKey, { name: 'Never used' })
    const expired = await client.call(createApiKey, { name: 'Expired', expiresInDays: 1 })
    const revoked = await client.call(createApiKey, { name: 'Revoked', expiresInDays: 30, scopes: ['all'] })
    await app().withToken(revoked.token).call(getMe)
    await client.call(revokeApiKey, { keyId: revoked.id })
    await sql`update api_keys set expires_at = created_at + interval '1 ms' where id = ${expired.id}`.execute(
      app().db.reader,
    )

    const { data, nextCursor, activeCount } = await client.call(listApiKeys)
    assert.equal(activeCount, 1)
    assert.equal(nextCursor, null)
    assert.deepEqual(
      data.map(({ name, prefix, status, scopes }) => ({ name, prefix, status, scopes })),
      [
        { name: 'Revoked', prefix: revoked.prefix, status: 'revoked', scopes: ['all'] },
        { name: 'Expired', prefix: expired.prefix, status: 'expired', scopes: [] },
        { name: 'Never used', prefix: never.prefix, status: 'active', scopes: [] },
      ],
    )
    const ended = await databaseTime(app())
    for (const { createdAt } of data) assert.ok(createdAt >= begun && createdAt <= ended, createdAt)
    assert.equal(data[2]?.lastUsedAt, null)
    assert.equal(data[2]?.expiresAt, null)
    assert.equal(data[0]?.expiresAt, revoked.expiresAt)
    assert.ok(data[0]?.revokedAt)
  })

  test('keys are found by state, by part of their name and by the start of their prefix', async () => {
    const { client } = await addNewcomer(app(), 'member')
    const nightly = await client.call(createApiKey, { name: 'Nightly 100%' })
    const weekly = await client.call(createApiKey, { name: 'Weekly_sum' })
    await client.call(revokeApiKey, { keyId: weekly.id })
    const found = async (query: { status?: 'active' | 'revoked'; q?: string }) =>
      (await client.call(listApiKeys, query)).data.map(({ name }) => name)

    assert.deepEqual(await found({ status: 'active' }), ['Nightly 100%'])
    assert.deepEqual(await found({ status: 'revoked' }), ['Weekly_sum'])
    assert.deepEqual(await found({ q: 'LY' }), ['Weekly_sum', 'Nightly 100%'])
    assert.deepEqual(await found({ q: '0%' }), ['Nightly 100%'])
    assert.deepEqual(await found({ q: '_' }), ['Weekly_sum'])
    assert.deepEqual(await found({ q: nightly.prefix }), ['Nightly 100%'])
    assert.deepEqual(await found({ q: nightly.prefix.slice(4) }), [])
  })

  test('paging shows each key once, also while others are made', async () => {
    const { client } = await addNewcomer(app(), 'member')
    for (let n = 0; n < 5; n++) await client.call(createApiKey, { name: `Paged ${n}` })
    const first = await client.call(listApiKeys, { limit: 2 })
    await client.call(createApiKey, { name: 'Later' })
    const second = await client.call(listApiKeys, { limit: 200, cursor: first.nextCursor ?? '' })
    assert.deepEqual(
      [...first.data, ...second.data].map(({ name }) => name),
      [4, 3, 2, 1, 0].map((n) => `Paged ${n}`),
    )
    assert.equal(second.activeCount, 6)
  })
})

async function databaseTime({ db }: TestApp): Promise<string> {
  const { rows } = await sql<{ at: string }>`select clock_timestamp()::timestamptz(3) as at`.execute(
    db.reader,
  )
  return rows[0]!.at
}
