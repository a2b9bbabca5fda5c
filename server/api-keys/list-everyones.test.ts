import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import {
  type ApiKeyOfSomeone,
  createApiKey,
  type Input,
  listAuditLog,
  listEveryonesApiKeys,
  listProjects,
  revokeApiKey,
  updateUser,
} from '#contract'
import { addNewcomer, onDatabase, refusal, type TestApp, until } from '#testing'

type Filter = Input<typeof listEveryonesApiKeys>

onDatabase('everyone’s keys', (app) => {
  const list = (filter: Filter = {}) => app().as('admin').call(listEveryonesApiKeys, filter)
  const namesOf = async (filter: Filter) => (await list(filter)).data.map(({ name }) => name)

  test('are shown to owner and admin with whose they are, newest first, on pages that neither skip nor repeat', async () => {
    for (const role of ['owner', 'admin', 'member'] as const)
      await app()
        .as(role)
        .call(createApiKey, { name: `Of the ${role}`, expiresInDays: 30 })
    for (const role of ['owner', 'admin'] as const) {
      const { data, activeCount } = await app().as(role).call(listEveryonesApiKeys)
      assert.deepEqual(
        data.map(({ name, owner }) => [name, owner.email]),
        ['member', 'admin', 'owner'].map((each) => [`Of the ${each}`, `${each}@aerie.test`]),
      )
      assert.equal(activeCount, 3)
    }
    const seen: ApiKeyOfSomeone[] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const { data, nextCursor } = await list({ limit: 2, ...(cursor && { cursor }) })
      seen.push(...data)
      cursor = nextCursor
    }
    assert.deepEqual(seen, (await list()).data)
    await refusal(app().as('member').call(listEveryonesApiKeys), 'forbidden')
    const script = await app().withKey('owner')
    await refusal(script.call(listEveryonesApiKeys), 'session_required')
  })

  test('that should not be there are marked, counted and found: never expiring, long unused, of somebody disabled', async () => {
    const { id: userId, client } = await addNewcomer(app(), 'member')
    const make = (name: string, days?: number) =>
      client.call(createApiKey, { name, ...(days && { expiresInDays: days }) })
    const forever = await make('Forever')
    const [unused, idle, busy, young] = [
      await make('Never used', 365),
      await make('Not used for long', 365),
      await make('Used', 365),
      await make('Young', 365),
    ]
    const over = await make('Long unused, and revoked', 365)
    const days = (count: number) => sql.raw(`now() - interval '${count} days'`)
    for (const { id } of [unused, idle, busy, over]) await madeAt(app(), id, days(100))
    await madeAt(app(), young.id, days(89))
    await usedAt(app(), idle.id, days(91))
    await usedAt(app(), busy.id, days(89))
    await client.call(revokeApiKey, { keyId: over.id })

    const before = (await list()).concerns
    assert.deepEqual(before, { neverExpires: 2, longUnused: 2, ownerDisabled: 0 })
    assert.deepEqual(await namesOf({ concern: 'long_unused' }), ['Not used for long', 'Never used'])
    assert.ok((await namesOf({ concern: 'never_expires' })).includes('Forever'))
    const { data } = await list({ limit: 200 })
    assert.deepEqual(
      data.filter(({ longUnused }) => longUnused).map(({ id }) => id),
      [idle.id, unused.id],
    )

    // A use counts from the second in which it is written.
    await app().withToken(unused.token).call(listProjects)
    await usedBy(app(), unused.id)
    assert.deepEqual(await namesOf({ concern: 'long_unused' }), ['Not used for long'])

    await app().as('owner').call(updateUser, { userId, disabled: true })
    const disabled = await list({ concern: 'owner_disabled' })
    assert.deepEqual(
      disabled.data.map(({ name, owner }) => [name, owner.disabled]),
      ['Young', 'Used', 'Not used for long', 'Never used', 'Forever'].map((name) => [name, true]),
    )
    assert.equal(disabled.concerns.ownerDisabled, 5)
    assert.deepEqual(await namesOf({ concern: 'long_unused', q: 'used', status: 'active' }), [
      'Not used for long',
    ])
    assert.equal((await list({ q: forever.prefix })).data[0]?.id, forever.id)
  })

  test('are searched by part of their name, of their owner’s name or address, and by the start of the prefix', async () => {
    const { email, client } = await addNewcomer(app(), 'member')
    const { id, prefix } = await client.call(createApiKey, { name: '100%_ Übung der Ärzte' })
    for (const q of [
      'ÄRZTE',
      '0%_',
      'zt',
      'Ä',
      '%',
      prefix,
      prefix.slice(0, 8),
      email,
      email.slice(1, -3).toUpperCase(),
    ]) {
      const { data } = await list({ q })
      const found = data.some((key) => key.id === id)
      // Of fewer than three characters it is the start of a word.
      assert.equal(found, !['zt', '%'].includes(q), q)
    }
    assert.deepEqual(await namesOf({ q: 'nothing has this' }), [])
    assert.deepEqual(await namesOf({ q: email, status: 'revoked' }), [])
  })

  test('are revoked by owner and admin, not by a member; the audit log says whose it was', async () => {
    const key = await app().withKey('member')
    const others = await app().withKey('owner')
    await refusal(app().as('member').call(revokeApiKey, { keyId: others.keyId }), 'api_key_not_found')
    await others.call(listProjects)

    const [first, second] = await Promise.all(
      (['owner', 'admin'] as const).map((role) => app().as(role).call(revokeApiKey, { keyId: key.keyId })),
    )
    assert.equal(first?.revokedAt, second?.revokedAt)
    await refusal(key.call(listProjects), 'unauthenticated')
    await app().as('owner').call(revokeApiKey, { keyId: others.keyId })
    const { data } = await app().as('owner').call(listAuditLog, { action: 'api_key.revoke' })
    const told = (id: string) =>
      data.filter(({ target }) => target.id === id).map(({ details }) => details.owner)
    assert.deepEqual(told(key.keyId), ['member@aerie.test'])
    assert.deepEqual(told(others.keyId), [undefined])
  })
})

async function madeAt({ db }: TestApp, id: string, at: ReturnType<typeof sql.raw>): Promise<void> {
  await sql`update api_keys set created_at = ${at} where id = ${id}`.execute(db.reader)
  await sql`update api_key_uses set made_at = ${at} where key_id = ${id}`.execute(db.reader)
}

async function usedAt({ db }: TestApp, id: string, at: ReturnType<typeof sql.raw>): Promise<void> {
  await sql`update api_key_uses set last_used_at = ${at} where key_id = ${id}`.execute(db.reader)
}

/** Waits until a use is written. */
async function usedBy(app: TestApp, id: string): Promise<void> {
  await until(
    async () =>
      (await app.db.pool.query('select last_used_at from api_key_uses where key_id = $1', [id])).rows[0],
    ({ last_used_at }) => last_used_at !== null,
  )
}
