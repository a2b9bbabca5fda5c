import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type AuditAction,
  applied,
  createApiKey,
  createPatient,
  fullAccess,
  getMe,
  getSession,
  listAuditLog,
  listInvoices,
  listPatients,
  listUsers,
  type Role,
  type User,
  updateUser,
} from '#contract'
import { newId } from '#platform'
import { addNewcomer, inBrowser, onDatabase, refusal, signInHeaders, type TestApp } from '#testing'

onDatabase('members', (app) => {
  test('everyone sees all members, page by page, each once, also while others join', async () => {
    const there = await Promise.all(Array.from({ length: 5 }, () => addMember(app())))
    const seen: User[] = []
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<typeof list>> = await list(cursor)
      assert.ok(page.data.length <= 3)
      seen.push(...page.data)
      cursor = page.nextCursor
      if (seen.length < 9) await addMember(app())
    } while (cursor)
    const ids = seen.map(({ id }) => id)
    assert.equal(new Set(ids).size, ids.length)
    for (const id of [...there, ...Object.values(app().people).map((person) => person.id)]) {
      assert.ok(ids.includes(id))
    }
    const { id, name } = app().people.owner
    const owner = seen.find((user) => user.id === id)
    const { createdAt, ...rest } = owner ?? assert.fail('the owner is missing')
    const hidden = { email: null, access: null, twoFactor: null }
    assert.deepEqual(rest, {
      id,
      name,
      role: 'owner',
      kind: 'person',
      disabled: false,
      ...hidden,
      version: 1,
    })
    const own = seen.find((user) => user.id === app().people.member.id)
    assert.deepEqual([own?.email, own?.access], [app().people.member.email, fullAccess])
    assert.ok(Math.abs(Date.parse(createdAt) - Date.now()) < 10 * 60 * 1000)

    function list(after: string | null) {
      return app()
        .as('member')
        .call(listUsers, { limit: 3, ...(after && { cursor: after }) })
    }
  })

  test('users are found by parts of their name, and of their address by those who see it', async () => {
    const { id } = await app().addPerson({ name: 'Zoë Quintana', email: 'zq@hidden.test', role: 'member' })
    const found = async (role: Role, q: string) =>
      (await app().as(role).call(listUsers, { q })).data.map((user) => user.id)
    for (const role of ['admin', 'member'] as const) {
      assert.deepEqual(await found(role, 'quint ZOË'), [id])
      assert.deepEqual(await found(role, 'zoë nobody'), [])
    }
    assert.deepEqual(await found('admin', 'hidden.test quintana'), [id])
    assert.deepEqual(await found('member', 'hidden.test'), [])
  })

  test('a change of role is felt by the next call, and stands in the audit log', async () => {
    const { id, email, client } = await addNewcomer(app(), 'member')
    await refusal(client.call(updateUser, { userId: id, role: 'admin' }), 'forbidden')
    const changed = (await app()
      .as('admin')
      .call(updateUser, { userId: id, role: 'admin', version: 1 })) as User
    assert.equal(changed.role, 'admin')
    assert.equal(changed.version, 2)
    assert.equal((await client.call(getMe)).user.role, 'admin')
    await client.call(listAuditLog)

    // Asked for what is already so, nothing changes.
    assert.deepEqual(await app().as('owner').call(updateUser, { userId: id, role: 'admin' }), changed)
    assert.deepEqual(await entriesOn(app(), id, 'user.role'), [
      {
        actor: inBrowser(app().people.admin),
        target: { type: 'user', id, label: email },
        details: { from: 'member', to: 'admin', formerValues: '{"role":"member"}' },
      },
    ])
    await app().as('owner').call(updateUser, { userId: id, role: 'member' })
    await refusal(client.call(listAuditLog), 'forbidden')
  })

  test('a change of access is felt by the next call, with a session and with a key, and stands in the audit log', async () => {
    const { id, email, client } = await addNewcomer(app(), 'member')
    const key = app().withToken((await client.call(createApiKey, { name: 'Of Ada' })).token)
    const admin = app().as('admin')
    const changed = applied(
      await admin.call(updateUser, { userId: id, access: { patients: 'view', billing: 'none' } }),
    )
    assert.deepEqual(changed.access, {
      insights: 'edit',
      patients: 'view',
      billing: 'none',
      inventory: 'edit',
    })
    for (const caller of [client, key]) {
      assert.deepEqual((await caller.call(getMe)).access, changed.access)
      await caller.call(listPatients)
      const { detail } = await refusal(caller.call(createPatient, { givenName: 'Vera' }), 'access_required')
      assert.match(detail, /level edit in patients\. Yours is view/)
      await refusal(caller.call(listInvoices), 'access_required')
      // Before anything else of the call is looked at.
      await refusal(caller.call(createPatient, { wrong: 1 } as never), 'access_required')
    }
    await admin.call(updateUser, { userId: id, access: { patients: 'view' } })
    assert.deepEqual(await entriesOn(app(), id, 'user.access'), [
      {
        actor: inBrowser(app().people.admin),
        target: { type: 'user', id, label: email },
        details: {
          from: 'patients edit, billing edit',
          to: 'patients view, billing none',
          formerValues: '{"access":{"patients":"edit","billing":"edit"}}',
        },
      },
    ])
    await refusal(client.call(updateUser, { userId: id, access: fullAccess }), 'forbidden')
  })

  test('an admin has access to everything, and as a member again what was stored', async () => {
    const { id, client } = await addNewcomer(app(), 'member')
    const owner = app().as('owner')
    await owner.call(updateUser, { userId: id, access: { billing: 'none' } })
    const admin = applied(
      await owner.call(updateUser, { userId: id, role: 'admin', access: { patients: 'none' } }),
    )
    assert.deepEqual([admin.access, (await client.call(getMe)).access], [fullAccess, fullAccess])
    await client.call(listInvoices)
    await owner.call(updateUser, { userId: id, role: 'member' })
    const { access } = await client.call(getMe)
    assert.deepEqual(access, { insights: 'edit', patients: 'none', billing: 'none', inventory: 'edit' })
  })

  test('an unknown area or level is refused with its path, and changes nothing', async () => {
    const { id: userId } = await addNewcomer(app(), 'member')
    const before = await rowOf(app(), userId)
    for (const [access, path] of [
      [{ everything: 'edit' }, 'access.everything'],
      [{ patients: 'all' }, 'access.patients'],
      [{ patients: null }, 'access.patients'],
      ['edit', 'access'],
    ] as const) {
      const { errors } = await refusal(
        app()
          .as('admin')
          .call(updateUser, { userId, access } as never),
        'validation_failed',
      )
      assert.equal(errors?.[0]?.path, path)
    }
    assert.deepEqual(await rowOf(app(), userId), before)
  })

  test('a change to what someone else changed meanwhile is refused', async () => {
    const { id } = await addNewcomer(app(), 'member')
    await app().as('admin').call(updateUser, { userId: id, role: 'admin', version: 1 })
    const stale = app().as('owner').call(updateUser, { userId: id, disabled: true, version: 1 })
    await refusal(stale, 'stale_version')
    assert.deepEqual(await rowOf(app(), id), { role: 'admin', disabled: false, version: 2 })
    assert.deepEqual(await entriesOn(app(), id, 'user.disable'), [])
  })

  test('nobody can promote a user to owner', async () => {
    const { id } = await addNewcomer(app(), 'admin')
    const before = await rowOf(app(), id)
    for (const role of ['owner', 'admin'] as const) {
      for (const caller of [app().as(role), await app().withKey(role)]) {
        for (const userId of [id, app().people[role].id, newId()]) {
          await refusal(caller.call(updateUser, { userId, role: 'owner' }), 'owner_promotion_forbidden')
        }
      }
    }
    for (const caller of [app().as('member'), await app().withKey('member')]) {
      await refusal(caller.call(updateUser, { userId: id, role: 'owner' }), 'forbidden')
    }
    assert.deepEqual(await rowOf(app(), id), before)
    assert.deepEqual(await owners(app()), [app().people.owner.id])
  })

  test('the owner can be neither demoted nor disabled, by anybody', async () => {
    const { id: userId } = app().people.owner
    for (const role of ['owner', 'admin'] as const) {
      for (const caller of [app().as(role), await app().withKey(role)]) {
        await refusal(caller.call(updateUser, { userId, role: 'admin' }), 'owner_protected')
        await refusal(caller.call(updateUser, { userId, disabled: true }), 'owner_protected')
      }
    }
    assert.deepEqual(await rowOf(app(), userId), { role: 'owner', disabled: false, version: 1 })
    assert.deepEqual(await entriesOn(app(), userId, 'user.role'), [])
  })

  test('disabling ends sessions and keys at once; enabling brings back no session, and the keys only if asked to', async () => {
    const { id: userId, email, client } = await addNewcomer(app(), 'admin')
    const { token } = await client.call(createApiKey, { name: 'Nightly' })
    const key = app().withToken(token)
    await client.call(getMe)
    await key.call(getMe)

    await app().as('owner').call(updateUser, { userId, disabled: true })
    await refusal(client.call(getMe), 'unauthenticated')
    assert.equal(await client.call(getSession), null)
    await refusal(key.call(getMe), 'unauthenticated')
    const { rows } = await app().db.pool.query('select from sessions where user_id = $1', [userId])
    assert.equal(rows.length, 0)

    await app().as('owner').call(updateUser, { userId, disabled: false, keepKeys: true })
    assert.equal((await key.call(getMe)).user.id, userId)
    await refusal(client.call(getMe), 'unauthenticated')
    const { cookie } = await signInHeaders(app().url, email)
    assert.ok(cookie)
    for (const action of ['user.disable', 'user.enable'] as const) {
      const [entry, ...others] = await entriesOn(app(), userId, action)
      assert.equal(entry?.actor.id, app().people.owner.id)
      assert.deepEqual(others, [])
    }
  })

  test('enabling a user revokes all of their keys, which the audit log names', async () => {
    const { id: userId, client } = await addNewcomer(app(), 'member')
    const keys = [
      await client.call(createApiKey, { name: 'One' }),
      await client.call(createApiKey, { name: 'Two' }),
    ]
    await app().as('owner').call(updateUser, { userId, disabled: true })
    await app().as('owner').call(updateUser, { userId, disabled: false })
    for (const { id, token } of keys) {
      await refusal(app().withToken(token).call(getMe), 'unauthenticated')
      const [entry] = await entriesOn(app(), id, 'api_key.revoke')
      assert.equal(entry?.actor.id, app().people.owner.id)
    }
    const { errors } = await refusal(
      app().as('owner').call(updateUser, { userId, disabled: true, keepKeys: true }),
      'validation_failed',
    )
    assert.equal(errors?.[0]?.path, 'keepKeys')
  })

  test('a member changes nobody, and nobody changes someone who is not there', async () => {
    const { id: userId } = app().people.admin
    for (const member of [app().as('member'), await app().withKey('member')]) {
      await refusal(member.call(updateUser, { userId, role: 'member' }), 'forbidden')
      await refusal(member.call(updateUser, { userId, disabled: true }), 'forbidden')
    }
    assert.deepEqual(await rowOf(app(), userId), { role: 'admin', disabled: false, version: 1 })
    const unknown = app().as('owner').call(updateUser, { userId: newId(), disabled: true })
    await refusal(unknown, 'user_not_found')
    const malformed = app().as('owner').call(updateUser, { userId: 'ada', disabled: true })
    await refusal(malformed, 'user_not_found')
  })
})

async function addMember({ db }: TestApp): Promise<string> {
  const id = newId()
  const values = { id, name: 'Someone', email: `${id}@aerie.test`, role: 'member' }
  await db.reader.insertInto('users').values(values).execute()
  return id
}

const rowOf = ({ db }: TestApp, id: string) =>
  db.reader
    .selectFrom('users')
    .select(['role', 'disabled', 'version'])
    .where('id', '=', id)
    .executeTakeFirst()

async function owners({ db }: TestApp): Promise<string[]> {
  const rows = await db.reader.selectFrom('users').select('id').where('role', '=', 'owner').execute()
  return rows.map(({ id }) => id)
}

async function entriesOn(app: TestApp, userId: string, action: AuditAction) {
  const { data } = await app.as('owner').call(listAuditLog, { action })
  return data
    .filter(({ target }) => target.id === userId)
    .map(({ actor, target, details }) => ({ actor, target, details }))
}
