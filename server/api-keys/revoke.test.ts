import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { createApiKey, getMe, listApiKeys, listAuditLog, listProjects, revokeApiKey } from '#contract'
import { inBrowser, onDatabase, refusal, type TestApp } from '#testing'

onDatabase('revoking keys', (app) => {
  test('fact 5: revoking works at once and for good: no statement brings a revoked key back', async () => {
    const key = await app().withKey('member')
    assert.equal((await key.call(getMe)).via, 'api_key')
    const { revokedAt, status } = await app().as('member').call(revokeApiKey, { keyId: key.keyId })
    assert.equal(status, 'revoked')
    await refusal(key.call(getMe), 'unauthenticated')

    for (const value of ['null', `now() + interval '1 day'`, `now() - interval '1 day'`]) {
      await assert.rejects(
        sql`update api_keys set revoked_at = ${sql.raw(value)} where id = ${key.keyId}`.execute(
          app().db.reader,
        ),
        { constraint: 'api_keys_stay_revoked' },
      )
    }
    await sql`update api_keys set name = 'Renamed' where id = ${key.keyId}`.execute(app().db.reader)
    await refusal(key.call(getMe), 'unauthenticated')
    const { data } = await app().as('member').call(listApiKeys, { q: 'Renamed' })
    assert.equal(data[0]?.revokedAt, revokedAt)
  })

  test('fact 9: making and revoking are in the audit log, with who and when, in the same transaction', async () => {
    const { token, ...key } = await app()
      .as('admin')
      .call(createApiKey, { name: 'Audited', expiresInDays: 9 })
    assert.deepEqual(await transactionsOf(app(), key.id, 'api_key.create'), { same: true })
    const revoked = await app().as('admin').call(revokeApiKey, { keyId: key.id })
    assert.deepEqual(await transactionsOf(app(), key.id, 'api_key.revoke'), { same: true })

    const [last, first] = await entriesOf(app(), key.id)
    const { id: actorId, email } = app().people.admin
    for (const entry of [first, last]) {
      assert.deepEqual(entry?.actor, inBrowser({ id: actorId, email }))
      assert.deepEqual(entry?.target, { type: 'api_key', id: key.id, label: 'Audited' })
      assert.ok(!JSON.stringify(entry).includes(token.slice(13)))
    }
    assert.equal(first?.action, 'api_key.create')
    assert.deepEqual(first?.details, { prefix: key.prefix, expiresInDays: 9 })
    assert.equal(first?.at, key.createdAt)
    assert.equal(last?.action, 'api_key.revoke')
    assert.equal(last?.at, revoked.revokedAt)
  })

  test('fact 9: a second revoke changes nothing and adds no entry, also when ten come at once', async () => {
    for (const calls of [2, 10]) {
      const key = await app().withKey('member')
      const revoke = () => app().as('member').call(revokeApiKey, { keyId: key.keyId })
      const answers = await Promise.all(Array.from({ length: calls }, revoke))
      answers.push(await revoke())
      for (const answer of answers) assert.deepEqual(answer, answers[0])
      const actions = (await entriesOf(app(), key.keyId)).map(({ action }) => action)
      assert.deepEqual(actions, ['api_key.revoke', 'api_key.create'])
    }
  })

  test('fact 9: when the audit log cannot be written, no key is made and none is revoked', async () => {
    const key = await app().withKey('member')
    // When and how often they were used is written a second later.
    const keys = async () =>
      (await app().as('member').call(listApiKeys, { limit: 200 })).data.map(
        ({ lastUsedAt, recentCalls, ...key }) => key,
      )
    const before = await keys()
    await sql`alter table audit_log add constraint broken check (action not like 'api_key.%') not valid`.execute(
      app().db.reader,
    )
    try {
      await refusal(app().as('member').call(createApiKey, { name: 'Never made' }), 'internal')
      await refusal(app().as('member').call(revokeApiKey, { keyId: key.keyId }), 'internal')
    } finally {
      await sql`alter table audit_log drop constraint broken`.execute(app().db.reader)
    }
    assert.deepEqual(await keys(), before)
    assert.equal((await key.call(getMe)).apiKey?.id, key.keyId)
  })

  test('fact 9: calls made with keys are not in the audit log', async () => {
    const key = await app().withKey('owner')
    const before = await app().as('owner').call(listAuditLog, { limit: 200 })
    for (let n = 0; n < 5; n++) await key.call(listProjects)
    await refusal(key.call(createApiKey, { name: 'Not with a key' }), 'session_required')
    await refusal(app().withToken(`${key.token}x`).call(listProjects), 'unauthenticated')
    assert.deepEqual(await app().as('owner').call(listAuditLog, { limit: 200 }), before)
  })

  test('fact 11: rotating by hand: make the successor, switch, see the old key stand still, revoke it', async () => {
    const member = app().as('member')
    const old = await member.call(createApiKey, { name: 'Nightly' })
    await app().withToken(old.token).call(listProjects)
    const usedOld = await lastUsed(app(), old.id)

    const successor = await member.call(createApiKey, { name: 'Nightly (v2)' })
    for (let n = 0; n < 3; n++) await app().withToken(successor.token).call(listProjects)
    const usedNew = await lastUsed(app(), successor.id)
    assert.ok(usedNew > usedOld)
    assert.equal(await lastUsed(app(), old.id), usedOld)

    await member.call(revokeApiKey, { keyId: old.id })
    await refusal(app().withToken(old.token).call(listProjects), 'unauthenticated')
    assert.equal((await app().withToken(successor.token).call(getMe)).apiKey?.name, 'Nightly (v2)')
  })
})

async function entriesOf(app: TestApp, keyId: string) {
  const { data } = await app.as('owner').call(listAuditLog, { limit: 200 })
  return data.filter(({ target }) => target.id === keyId)
}

/** Whether one transaction wrote both the key's row, as it is now, and its entry. */
async function transactionsOf(app: TestApp, keyId: string, action: string) {
  const { rows } = await sql<{ same: boolean }>`
    select key.xmin = entry.xmin as same
    from api_keys key join audit_log entry on entry.target_id = key.id
    where key.id = ${keyId} and entry.action = ${action}`.execute(app.db.reader)
  return rows[0]
}

/** When the list says that a key was last used, once it says so. */
async function lastUsed(app: TestApp, keyId: string): Promise<string> {
  for (;;) {
    const { data } = await app.as('member').call(listApiKeys, { limit: 200 })
    const at = data.find(({ id }) => id === keyId)?.lastUsedAt
    if (at) return at
    await wait(50)
  }
}
