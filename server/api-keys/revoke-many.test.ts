import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import {
  createApiKey,
  getMe,
  type Input,
  listApiKeys,
  listAuditLog,
  mostKeysAtOnce,
  revokeApiKey,
  revokeManyApiKeys,
  updateUser,
} from '#contract'
import { newId } from '#platform'
import { addNewcomer, meeting, type Newcomer, onDatabase, refusal, type TestApp } from '#testing'
import { issueToken } from './token.ts'

type Selection = Input<typeof revokeManyApiKeys>

async function addKeys({ client }: Pick<Newcomer, 'client'>, count: number, name = 'Key') {
  return Promise.all(
    Array.from({ length: count }, (_, n) => client.call(createApiKey, { name: `${name} ${n}` })),
  )
}
const idsOf = (keys: { id: string }[]) => keys.map(({ id }) => id)

async function statusesOf({ client }: Newcomer) {
  const { data } = await client.call(listApiKeys, { limit: 200 })
  return Object.fromEntries(data.map(({ name, status }) => [name, status]))
}

onDatabase('revoking many keys', (app, kind) => {
  const revoke = (role: 'owner' | 'admin' | 'member', selection: Selection) =>
    app().as(role).call(revokeManyApiKeys, selection)

  test('revokes the given keys immediately, each with an entry in the audit log, in one transaction', async () => {
    const someone = await addNewcomer(app(), 'member')
    const other = await addNewcomer(app(), 'member')
    const keys = [...(await addKeys(someone, 2)), ...(await addKeys(other, 1, 'Other'))]
    const [kept] = await addKeys(someone, 1, 'Kept')
    const keyIds = idsOf(keys)

    assert.deepEqual(await revoke('admin', { keyIds, preview: true }), { revoked: 0, remaining: 3 })
    for (const { token } of keys) await app().withToken(token).call(getMe)
    assert.deepEqual(await revoke('admin', { keyIds }), { revoked: 3, remaining: 0 })
    for (const { token } of keys) await refusal(app().withToken(token).call(getMe), 'unauthenticated')
    await app().withToken(kept!.token).call(getMe)

    const { data } = await app().as('owner').call(listAuditLog, { action: 'api_key.revoke' })
    const entries = data.filter(({ target }) => keyIds.includes(target.id))
    assert.deepEqual(
      entries.map(({ actor, target, details }) => [actor.email, target.label, details]).toSorted(),
      keys
        .map(({ name, prefix }, n) => [
          'admin@aerie.test',
          name,
          { prefix, owner: n < 2 ? someone.email : other.email },
        ])
        .toSorted(),
    )
    const { rows } = await sql<{ transactions: number }>`
      select count(distinct version)::integer as transactions from (
        select xmin::text as version from api_keys where id = any(${keyIds}::uuid[])
        union all select xmin::text from audit_log where target_id = any(${keyIds}::uuid[]) and action = 'api_key.revoke'
      ) as written`.execute(app().db.reader)
    assert.equal(rows[0]?.transactions, 1)

    // Again: nothing is left to revoke, and there is no second entry.
    assert.deepEqual(await revoke('admin', { keyIds }), { revoked: 0, remaining: 0 })
    assert.equal(
      (await app().as('owner').call(listAuditLog, { action: 'api_key.revoke' })).data.length,
      data.length,
    )
  })

  test('revokes all keys of a user: members their own, owner and admins anyone’s', async () => {
    const someone = await addNewcomer(app(), 'member')
    const other = await addNewcomer(app(), 'member')
    await addKeys(someone, 3)
    await addKeys(other, 1)
    await refusal(other.client.call(revokeManyApiKeys, { ownerId: someone.id }), 'forbidden')
    assert.deepEqual(await other.client.call(revokeManyApiKeys, { ownerId: other.id }), {
      revoked: 1,
      remaining: 0,
    })
    await app().as('owner').call(updateUser, { userId: someone.id, disabled: true })
    assert.deepEqual(await revoke('admin', { ownerId: someone.id }), { revoked: 3, remaining: 0 })
    await app().as('owner').call(updateUser, { userId: someone.id, disabled: false })
    for (const role of ['owner', 'admin'] as const) {
      await refusal(revoke(role, { ownerId: newId() }), 'user_not_found')
    }
  })

  test('revokes keys neither created nor used for so many days: a member’s own, or everyone’s', async () => {
    const someone = await addNewcomer(app(), 'member')
    const other = await addNewcomer(app(), 'member')
    const [old, used, expired, young] = await addKeys(someone, 4)
    const [theirs] = await addKeys(other, 1)
    const days = (count: number) => sql.raw(`now() - interval '${count} days'`)
    for (const key of [old, used, expired, theirs]) await createdAt(app(), key!.id, days(40))
    await createdAt(app(), young!.id, days(29))
    await sql`update api_key_uses set last_used_at = ${days(29)} where key_id = ${used!.id}`.execute(
      app().db.reader,
    )
    await sql`update api_keys set expires_at = ${days(1)} where id = ${expired!.id}`.execute(app().db.reader)

    const idle = (selection: Omit<Selection, 'idleDays'> = {}) => ({ idleDays: 30, ...selection })
    assert.deepEqual(await revoke('admin', idle({ ownerId: someone.id, preview: true })), {
      revoked: 0,
      remaining: 1,
    })
    assert.deepEqual(await revoke('admin', idle({ preview: true })), { revoked: 0, remaining: 2 })
    assert.deepEqual(await someone.client.call(revokeManyApiKeys, idle()), { revoked: 1, remaining: 0 })
    assert.deepEqual(await statusesOf(someone), {
      'Key 0': 'revoked',
      'Key 1': 'active',
      'Key 2': 'expired',
      'Key 3': 'active',
    })
    assert.deepEqual(await revoke('owner', idle()), { revoked: 1, remaining: 0 })
    assert.deepEqual(await statusesOf(other), { 'Key 0': 'revoked' })
  })

  test('is refused without a condition, for unknown keys and for keys of others, and then changes nothing', async () => {
    const someone = await addNewcomer(app(), 'member')
    const [own] = await addKeys(someone, 1)
    const [theirs] = await addKeys({ client: app().as('owner') }, 1)
    for (const body of [{}, { preview: false }, { preview: true }]) {
      await refusal(someone.client.call(revokeManyApiKeys, body), 'validation_failed')
    }
    for (const idleDays of [0, -1, 3651, 1.5, '7', null]) {
      const body = { idleDays } as Selection
      await refusal(someone.client.call(revokeManyApiKeys, body), 'validation_failed')
    }
    const tooMany = Array.from({ length: mostKeysAtOnce + 1 }, newId)
    await refusal(someone.client.call(revokeManyApiKeys, { keyIds: [] }), 'validation_failed')
    await refusal(someone.client.call(revokeManyApiKeys, { keyIds: tooMany }), 'validation_failed')
    for (const keyIds of [
      [own!.id, theirs!.id],
      [own!.id, newId()],
    ]) {
      await refusal(someone.client.call(revokeManyApiKeys, { keyIds }), 'api_key_not_found')
    }
    for (const { token } of [own!, theirs!]) await app().withToken(token).call(getMe)
  })

  test('a call revokes at most 1000 keys and returns that more remain; the next call continues', async () => {
    const someone = await addNewcomer(app(), 'member')
    await insertKeys(app(), someone.id, mostKeysAtOnce + 1)
    const call = () => revoke('admin', { ownerId: someone.id })
    assert.deepEqual(await call(), { revoked: mostKeysAtOnce, remaining: 1 })
    assert.deepEqual(await call(), { revoked: 1, remaining: 0 })
  })

  if (kind === 'postgresql') races(app)
})

/** Races, of which the embedded database can show nothing. */
function races(app: () => TestApp): void {
  const entriesOf = async (keyIds: string[]) => {
    const { rows } = await sql<{ entries: number }>`
      select count(*)::integer as entries from audit_log
      where action = 'api_key.revoke' and target_id = any(${keyIds}::uuid[])`.execute(app().db.reader)
    return rows[0]?.entries
  }

  test('a key that one call revokes alone and another among many has one entry', async () => {
    const someone = await addNewcomer(app(), 'member')
    const keyIds = idsOf(await addKeys(someone, 3))
    const lock = `select from api_keys where id = '${keyIds[1]}' for update`
    await meeting(app().databaseUrl, { lock, count: 2 }, () =>
      Promise.all([
        app().as('admin').call(revokeManyApiKeys, { keyIds }),
        app().as('owner').call(revokeApiKey, { keyId: keyIds[1]! }),
      ]),
    )
    assert.equal(await entriesOf(keyIds), 3)
  })

  test('calls that revoke the same keys in different orders do not block each other', async () => {
    const someone = await addNewcomer(app(), 'member')
    const keyIds = idsOf(await addKeys(someone, 20))
    const lock = `select from api_keys where owner_id = '${someone.id}' for update`
    const answers = await meeting(app().databaseUrl, { lock, count: 3 }, () =>
      Promise.all(
        [{ keyIds }, { keyIds: keyIds.toReversed() }, { ownerId: someone.id }].map((selection) =>
          app().as('admin').call(revokeManyApiKeys, selection),
        ),
      ),
    )
    assert.equal(
      answers.reduce((sum, { revoked }) => sum + revoked, 0),
      20,
    )
    assert.equal(await entriesOf(keyIds), 20)
  })
}

/** Makes a key older. */
async function createdAt({ db }: TestApp, keyId: string, at: ReturnType<typeof sql.raw>): Promise<void> {
  await sql`update api_keys set created_at = ${at} where id = ${keyId}`.execute(db.reader)
  await sql`update api_key_uses set made_at = ${at} where key_id = ${keyId}`.execute(db.reader)
}

async function insertKeys({ db }: TestApp, ownerId: string, count: number): Promise<void> {
  const rows = Array.from({ length: count }, () => {
    const { prefix, hash: tokenHash } = issueToken()
    return { id: newId(), ownerId, name: 'One of many', prefix, tokenHash, scopes: [] }
  })
  await db.reader.insertInto('apiKeys').values(rows).execute()
}
