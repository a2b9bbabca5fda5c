import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  confirmTwoFactor,
  createApiKey,
  disableTwoFactor,
  enableTwoFactor,
  getAccount,
  getApiKey,
  getMe,
  getSecuritySettings,
  getSession,
  listApiKeys,
  listAuditLog,
  listProjects,
  operations,
  revokeApiKey,
  signIn,
  signOut,
  updateSecuritySettings,
} from '#contract'
import {
  addNewcomer,
  codeOf,
  meeting,
  newVisitor,
  onDatabase,
  onPostgres,
  refusal,
  type TestApp,
  testPassword,
  until,
} from '#testing'
import { addVisitor } from '../testing/two-factor.ts'

const defaults = {
  maxKeyLifetimeDays: null,
  twoFactorRequired: false,
  maxSessionDays: 30,
  accessLog: true,
}

const change = (app: TestApp, changes: Partial<typeof defaults> | { maxKeyLifetimeDays: number }) =>
  app.as('owner').call(updateSecuritySettings, changes)

onDatabase('security settings', (app) => {
  test('everyone reads them; the owner and admins change them, which the audit log shows', async () => {
    const { version, ...settings } = await app().as('member').call(getSecuritySettings)
    assert.deepEqual(settings, defaults)
    const changes = { maxKeyLifetimeDays: 90, maxSessionDays: 7 }
    const changed = await app()
      .as('admin')
      .call(updateSecuritySettings, { ...changes, version })
    assert.deepEqual(changed, { ...defaults, ...changes, version: version + 1 })
    assert.deepEqual(await change(app(), changes), changed)
    await refusal(
      app().as('admin').call(updateSecuritySettings, { maxSessionDays: 8, version }),
      'stale_version',
    )
    await refusal(app().as('member').call(updateSecuritySettings, changes), 'forbidden')
    const withKey = await app()
      .withKey('owner')
      .catch(() => null)
    assert.equal(withKey, null, 'a key without expiry')

    const { data } = await app().as('owner').call(listAuditLog, { action: 'settings.change' })
    assert.deepEqual(
      data.map(({ actor, details }) => ({ actor: actor.email, details })),
      [{ actor: app().people.admin.email, details: changes }],
    )
    await change(app(), defaults)
  })

  test('a value out of range is refused with its field', async () => {
    const before = await app().as('owner').call(getSecuritySettings)
    for (const [changes, path] of [
      [{ maxSessionDays: 0 }, 'maxSessionDays'],
      [{ maxSessionDays: 366 }, 'maxSessionDays'],
      [{ maxSessionDays: 1.5 }, 'maxSessionDays'],
      [{ maxSessionDays: null }, 'maxSessionDays'],
      [{ maxKeyLifetimeDays: 0 }, 'maxKeyLifetimeDays'],
      [{ maxKeyLifetimeDays: 3651 }, 'maxKeyLifetimeDays'],
      [{ twoFactorRequired: 'yes' }, 'twoFactorRequired'],
      [{ accessLog: null }, 'accessLog'],
    ] as const) {
      const { errors } = await refusal(
        app()
          .as('owner')
          .call(updateSecuritySettings, changes as object),
        'validation_failed',
      )
      assert.deepEqual(
        errors?.map((error) => error.path),
        [path],
      )
    }
    assert.deepEqual(await app().as('owner').call(getSecuritySettings), before)
  })

  test('keys that would live longer than allowed are refused', async () => {
    await change(app(), { maxKeyLifetimeDays: 30 })
    const member = app().as('member')
    for (const expiresInDays of [undefined, null, 31, 3650]) {
      const refused = await refusal(
        member.call(createApiKey, {
          name: 'Too long',
          ...(expiresInDays !== undefined && { expiresInDays }),
        }),
        'validation_failed',
      )
      assert.deepEqual(refused.errors, [
        { path: 'expiresInDays', message: 'Your organisation limits keys to 30 days' },
      ])
    }
    assert.equal((await member.call(createApiKey, { name: 'Month', expiresInDays: 30 })).status, 'active')
    assert.equal((await member.call(listApiKeys, { q: 'Too long' })).data.length, 0)
    await change(app(), { maxKeyLifetimeDays: null })
    await member.call(createApiKey, { name: 'Forever' })
  })

  test('a maximum lifetime binds existing keys, after 14 days at the earliest, and a higher one gives no time back', async () => {
    const member = app().as('member')
    const make = (name: string, days: number | null) =>
      member.call(createApiKey, { name, expiresInDays: days })
    const keys = [await make('Forever', null), await make('Year', 365), await make('Week', 7)]
    const [old, expired, revoked] = [await make('Old', null), await make('Gone', 1), await make('Done', null)]
    await member.call(revokeApiKey, { keyId: revoked.id })
    await madeDaysAgo(app(), old.id, 100)
    await madeDaysAgo(app(), expired.id, 2)
    const daysLeft = async (id: string) => {
      const { expiresAt } = await member.call(getApiKey, { keyId: id })
      return expiresAt && Math.round((Date.parse(expiresAt) - Date.now()) / 86_400_000)
    }
    const all = [...keys, old, expired, revoked].map(({ id }) => id)
    const left = () => Promise.all(all.map(daysLeft))

    await change(app(), { maxKeyLifetimeDays: 60 })
    const limited = await left()
    assert.deepEqual(limited, [60, 60, 7, 14, -1, null])
    await app().withToken(old.token).call(listProjects)
    for (const maxKeyLifetimeDays of [90, null]) await change(app(), { maxKeyLifetimeDays } as object)
    assert.deepEqual(await left(), limited)
    await change(app(), { maxKeyLifetimeDays: 1 })
    assert.deepEqual(await left(), [14, 14, 7, 14, -1, null])
    await change(app(), { maxKeyLifetimeDays: null })
  })

  test('a maximum lifetime binds thousands of keys, most of them after its response', async () => {
    const { id } = await addNewcomer(app(), 'member')
    await app().db.pool.query(
      `insert into api_keys (id, owner_id, name, prefix, token_hash)
       select gen_random_uuid(), $1, 'Many', 'aie_00000000', sha256(n::text::bytea) from generate_series(1, 4100) n`,
      [id],
    )
    await change(app(), { maxKeyLifetimeDays: 30 })
    const forever = () =>
      app().db.pool.query('select from api_keys where owner_id = $1 and expires_at is null', [id])
    await until(forever, ({ rows }) => rows.length === 0)
    await change(app(), { maxKeyLifetimeDays: null })
  })

  test('a lower maximum age ends older sessions at once, and a higher one ends none', async () => {
    const { id, client } = await addNewcomer(app(), 'member')
    const grow = (days: number) =>
      app().db.pool.query(
        'update sessions set created_at = created_at - make_interval(days => $2) where user_id = $1',
        [id, days],
      )
    await grow(3)
    await client.call(getMe)
    await change(app(), { maxSessionDays: 4 })
    const left = Date.parse((await client.call(getSession))!.session.expiresAt) - Date.now()
    assert.ok(left < 24 * 60 * 60 * 1000, `${left} ms`)
    await change(app(), { maxSessionDays: 3 })
    await refusal(client.call(getMe), 'unauthenticated')

    const other = await addNewcomer(app(), 'member')
    await change(app(), { maxSessionDays: 365 })
    await app().db.pool.query(
      `update sessions set created_at = created_at - interval '200 days', updated_at = updated_at - interval '1 day'
       where user_id = $1`,
      [other.id],
    )
    await other.client.call(getMe)
    await change(app(), defaults)
    await refusal(other.client.call(getMe), 'unauthenticated')
  })

  test('two-factor authentication is required only by someone who has it', async () => {
    const refused = await refusal(change(app(), { twoFactorRequired: true }), 'two_factor_disabled')
    assert.match(refused.detail, /your own account/)
    assert.equal((await app().as('owner').call(getSecuritySettings)).twoFactorRequired, false)
  })
})

onDatabase('required two-factor authentication', (app) => {
  test('leaves a password session only what setting it up takes, and then everything', async () => {
    const { email, browser } = await addVisitor(app())
    const { token } = await browser.call(createApiKey, { name: 'Nightly' })
    const admin = await adminWithTwoFactor(app())
    await admin.browser.call(updateSecuritySettings, { twoFactorRequired: true })
    await admin.browser.call(listProjects)

    // Existing sessions and new ones.
    const again = newVisitor(app())
    await again.call(signIn, { email, password: testPassword })
    for (const session of [browser, again]) {
      assert.equal((await session.call(getSession))!.mustSetUpTwoFactor, true)
      await session.call(getMe)
      await session.call(getAccount)
      for (const { id, method, path, allow, beforeTwoFactor } of operations) {
        if (allow === 'anyone' || beforeTwoFactor) continue
        const response = await app().fetch(path.replaceAll(/:\w+/g, app().people.member.id), {
          method,
          headers: { cookie: cookieOf(session), origin: app().people.owner.headers.origin },
        })
        assert.equal((await response.json()).code, 'two_factor_required', id)
      }
    }
    // Programs keep running.
    await app().withToken(token).call(listProjects)

    const { secret } = await again.call(enableTwoFactor, { password: testPassword })
    await refusal(again.call(listProjects), 'two_factor_required')
    await again.call(confirmTwoFactor, { code: codeOf(secret) })
    await again.call(listProjects)
    assert.equal((await again.call(getSession))!.mustSetUpTwoFactor, false)
    await refusal(again.call(disableTwoFactor, { password: testPassword }), 'two_factor_required')
    await admin.browser.call(updateSecuritySettings, { twoFactorRequired: false })
    await again.call(disableTwoFactor, { password: testPassword })
    await again.call(signOut)
  })

  test('is not asked of users without a password: their identity provider decides', async () => {
    const { id, browser } = await addVisitor(app())
    await app().db.pool.query(
      `update accounts set provider_id = 'https://id.example.org', account_id = 'subject', password = null
       where user_id = $1`,
      [id],
    )
    const admin = await adminWithTwoFactor(app())
    await admin.browser.call(updateSecuritySettings, { twoFactorRequired: true })
    await browser.call(listProjects)
    assert.equal((await browser.call(getSession))!.mustSetUpTwoFactor, false)
    await admin.browser.call(updateSecuritySettings, { twoFactorRequired: false })
  })
})

onPostgres('security settings that meet', (app) => {
  test('a session opened while the maximum age is lowered has the lower one', async () => {
    const { id } = app().people.member
    const session = `insert into sessions (id, user_id, token_hash, created_at, updated_at, expires_at)
      values (gen_random_uuid(), '${id}', repeat('x', 43), now(), now(), now() + interval '14 days')`
    await meeting(app().databaseUrl, { lock: session, count: 1, change: 'select 1' }, () =>
      change(app(), { maxSessionDays: 2 }),
    )
    const { rows } = await app().db.pool.query(
      `select expires_at - created_at = interval '2 days' as ends from sessions where token_hash = repeat('x', 43)`,
    )
    assert.deepEqual(rows, [{ ends: true }])
  })

  test('no key is created with a longer lifetime once a limit is set', async () => {
    // Lets the key be created only once the change waits for it.
    const lock = 'lock table api_keys in share row exclusive mode'
    const order: string[] = []
    await meeting(app().databaseUrl, { lock, count: 2 }, async (waiting) => {
      const created = app()
        .as('member')
        .call(createApiKey, { name: 'Forever' })
        .then(() => order.push('created'))
      await waiting(1)
      await Promise.all([created, change(app(), { maxKeyLifetimeDays: 1 }).then(() => order.push('limited'))])
    })
    assert.deepEqual(order, ['created', 'limited'])
  })
})

/** Adds an admin with two-factor authentication. */
async function adminWithTwoFactor(app: TestApp) {
  const admin = await addVisitor(app)
  await app.db.pool.query(`update users set role = 'admin' where id = $1`, [admin.id])
  const { secret } = await admin.browser.call(enableTwoFactor, { password: testPassword })
  await admin.browser.call(confirmTwoFactor, { code: codeOf(secret) })
  return admin
}

const cookieOf = ({ cookies }: { cookies: Map<string, string> }) =>
  [...cookies].map((pair) => pair.join('=')).join('; ')

/** As if a key had been created some days earlier, with the same lifetime. */
const madeDaysAgo = ({ db }: TestApp, keyId: string, days: number) =>
  db.pool.query(
    `update api_keys set created_at = created_at - make_interval(days => $2), expires_at = expires_at - make_interval(days => $2)
     where id = $1`,
    [keyId, days],
  )
