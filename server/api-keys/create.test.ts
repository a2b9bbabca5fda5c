import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { sql } from 'kysely'
import { createApiKey, getMe, listApiKeys, listAuditLog, revokeApiKey } from '#contract'
import { onDatabase, refusal, type TestApp } from '#testing'

onDatabase('making keys', (app) => {
  test('fact 1: a token is `aie_<8 hex>_<43 base64url>`, shown once, and only its hash is stored', async () => {
    const member = app().as('member')
    const { token, ...key } = await member.call(createApiKey, { name: 'Once' }, { idempotencyKey: 'once' })
    assert.match(token, /^aie_[0-9a-f]{8}_[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/)
    assert.equal(key.prefix, token.slice(0, 12))
    const secret = token.slice(13)

    const again = [
      await refusal(member.call(createApiKey, { name: 'Once' }, { idempotencyKey: 'once' }), 'already_done'),
      await member.call(listApiKeys),
      await member.call(revokeApiKey, { keyId: key.id }),
      await app().as('owner').call(listAuditLog),
    ]
    for (const answer of again) assert.ok(!JSON.stringify(answer).includes(secret))

    const stored = await wholeDatabase(app())
    const bytes = [Buffer.from(token), Buffer.from(secret), Buffer.from(secret, 'base64url')]
    assert.ok(!stored.includes(secret))
    for (const form of bytes) assert.ok(!stored.includes(form.toString('hex')))
    assert.ok(stored.includes(key.prefix))
    assert.ok(stored.includes(createHash('sha256').update(token).digest('hex')))
  })

  test('fact 2: a signed-in person makes keys for themselves, with a name and an expiry of 1 to 3650 days or none', async () => {
    const member = app().as('member')
    for (const days of [1, 3650]) {
      const key = await member.call(createApiKey, { name: `For ${days}`, expiresInDays: days })
      const { rows } = await sql<{ days: number }>`
        select extract(epoch from expires_at - created_at)::int / 86400.0 as days
        from api_keys where id = ${key.id}`.execute(app().db.reader)
      assert.equal(Number(rows[0]?.days), days)
    }
    for (const days of [null, undefined]) {
      const key = await member.call(createApiKey, {
        name: ' For good ',
        ...(days === null && { expiresInDays: days }),
      })
      assert.equal(key.expiresAt, null)
      assert.equal(key.name, 'For good')
      assert.equal(key.lastUsedAt, null)
      assert.equal((await app().withToken(key.token).call(getMe)).user.id, app().people.member.id)
    }
    await member.call(createApiKey, { name: 'n'.repeat(100) })

    const before = await wholeDatabase(app(), ['api_keys', 'audit_log'])
    const wrong = [
      ...[0, -1, 3651, 1.5, '7', '', true].map((expiresInDays) => ({ name: 'Wrong', expiresInDays })),
      ...['', '   ', 'n'.repeat(101), 7, null, undefined, 'a\0b'].map((name) => ({ name })),
      { name: 'Another’s', ownerId: app().people.owner.id },
      { name: 'Another’s', userId: app().people.owner.id },
    ]
    for (const body of wrong) {
      await refusal(member.call(createApiKey, body as { name: string }), 'validation_failed')
    }
    assert.equal(await wholeDatabase(app(), ['api_keys', 'audit_log']), before)
  })

  test('fact 2: nobody sees another’s keys among their own, and a member revokes none but theirs', async () => {
    const key = await app().withKey('admin')
    for (const role of ['owner', 'member'] as const) {
      const { data } = await app().as(role).call(listApiKeys, { limit: 200 })
      assert.ok(data.every(({ id }) => id !== key.keyId))
    }
    await refusal(app().as('member').call(revokeApiKey, { keyId: key.keyId }), 'api_key_not_found')
    assert.equal((await key.call(getMe)).user.id, app().people.admin.id)
  })
})

/** Every row of every table as text, bytes as hexadecimal digits. */
async function wholeDatabase({ db }: TestApp, only?: string[]): Promise<string> {
  const { rows: tables } = await sql<{ name: string; table: string }>`
    select table_name as name, format('%I.%I', table_schema, table_name) as table
    from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
    order by 2`.execute(db.reader)
  let all = ''
  for (const { name, table } of tables) {
    if (only && !only.includes(name)) continue
    const { rows } = await sql<{ row: string }>`
      select t::text as row from ${sql.raw(table)} t order by 1`.execute(db.reader)
    all += rows.map(({ row }) => `${table} ${row}\n`).join('')
  }
  return all
}
