import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Client, createClient } from '#client'
import {
  accessText,
  createApiKey,
  createInvitation,
  createUser,
  getMe,
  getSession,
  getSettings,
  listApiKeys,
  listAuditLog,
  listUsers,
  noAccess,
  operations,
  requestPasswordReset,
  revokeApiKey,
  signIn,
  signInAs,
  signOut,
  type User,
  updateUser,
} from '#contract'
import { newId } from '#platform'
import {
  addNewcomer,
  meeting,
  onDatabase,
  onPostgres,
  refusal,
  signInHeaders,
  type TestApp,
  testPassword,
} from '#testing'
import { cookieHeader, keepCookies } from '../../testing/cookies.ts'
import { resetPassword } from '../users/reset-password.ts'
import { transferOwnership } from '../users/transfer-ownership.ts'

const service = { kind: 'service', role: 'member' } as const

/** A browser of an admin: it keeps its cookies. */
async function browserOf(app: TestApp, email: string): Promise<Client> {
  const cookies = new Map<string, string>()
  const { cookie, origin } = await signInHeaders(app.url, email)
  for (const pair of cookie.split('; ')) cookies.set(pair.split('=')[0]!, pair.slice(pair.indexOf('=') + 1))
  const headers = { origin, cookie }
  return createClient({
    baseUrl: app.url,
    headers,
    async fetch(...request) {
      const response = await fetch(...request)
      keepCookies(cookies, response)
      headers.cookie = cookieHeader(cookies)
      return response
    },
  })
}

onDatabase('service users', (app) => {
  const add = (name: string, more: object = {}): Promise<User> =>
    app()
      .as('admin')
      .call(createUser, { ...service, name, ...more })
  const entriesOf = async (email: string) =>
    (await app().as('owner').call(listAuditLog, { actor: email, limit: 200 })).data

  test('have a role, an access and an address without a mailbox', async () => {
    const made = await add('Nightly upload', { access: { insights: 'edit' } })
    assert.deepEqual(
      [made.kind, made.email, made.role, made.access, made.disabled],
      ['service', 'nightly-upload@services.invalid', 'member', { ...noAccess, insights: 'edit' }, false],
    )
    assert.deepEqual((await add('Bare')).access, noAccess)
    const { data } = await app().as('owner').call(listAuditLog, { action: 'user.create', limit: 1 })
    assert.deepEqual(data[0]?.details, { kind: 'service', role: 'member', access: accessText(noAccess) })
    await refusal(add('nightly UPLOAD'), 'service_name_taken')
    const { errors } = await refusal(add('…'), 'validation_failed')
    assert.equal(errors?.[0]?.path, 'name')
    await refusal(add('wrong', { access: { everything: 'edit' } }), 'validation_failed')
    await refusal(add('wrong', { access: { insights: 'all' } }), 'validation_failed')
    await refusal(
      app()
        .as('member')
        .call(createUser, { ...service, name: 'no' }),
      'forbidden',
    )
  })

  test('an admin makes a key in a session of the service user, which reaches nothing else, and returns', async () => {
    const { id: userId, email } = await add('importer', { access: { patients: 'edit' } })
    const admin = app().people.admin
    const browser = await browserOf(app(), admin.email)
    const { id: own } = (await browser.call(getSession))!.user
    assert.equal((await browser.call(signInAs, { userId })).user.id, userId)

    const session = await browser.call(getSession)
    assert.deepEqual([session?.user.id, session?.openedBy], [userId, { id: admin.id, name: admin.name }])
    assert.ok(Date.parse(session!.session.expiresAt) <= Date.now() + 30 * 60 * 1000)
    assert.equal((await browser.call(getMe)).user.id, userId)
    assert.equal((await browser.call(getSettings)).organisationName, 'Aerie')
    const { token, id: keyId } = await browser.call(createApiKey, { name: 'nightly' })
    assert.deepEqual(
      (await browser.call(listApiKeys)).data.map(({ id }) => id),
      [keyId],
    )
    await refusal(browser.call(listUsers), 'service_session')
    await refusal(browser.call(updateUser, { userId, role: 'admin' }), 'service_session')
    const me = await app().withToken(token).call(getMe)
    assert.deepEqual([me.user.id, me.access.patients], [userId, 'edit'])
    await browser.call(revokeApiKey, { keyId })

    await browser.call(signOut)
    assert.equal((await browser.call(getMe)).user.id, own)
    const entries = (await entriesOf(email!)).map(({ action, actor, details }) => [
      action,
      actor.id,
      details.by,
    ])
    assert.deepEqual(
      entries.reverse(),
      ['session.sign_in', 'api_key.create', 'api_key.revoke', 'session.sign_out'].map((action) => [
        action,
        userId,
        admin.email,
      ]),
    )
  })

  test('every operation but those is refused in a session of a service user', async () => {
    const { id: userId } = await add('walker', { role: 'admin' })
    const browser = await browserOf(app(), app().people.owner.email)
    await browser.call(signInAs, { userId })
    for (const operation of operations) {
      if (operation.allow === 'anyone' || operation.inServiceSession) continue
      const input = Object.fromEntries(Object.keys(operation.params.shape).map((name) => [name, newId()]))
      await refusal(browser.call(operation as never, input as never), 'service_session')
    }
  })

  test('such a session ends with that of the admin, and when the admin is demoted or the service user is disabled', async () => {
    const ends: ((admin: { id: string; service: string }) => Promise<unknown>)[] = [
      ({ id }) => app().as('owner').call(updateUser, { userId: id, role: 'member' }),
      ({ id }) => app().as('owner').call(updateUser, { userId: id, disabled: true }),
      ({ service }) => app().as('owner').call(updateUser, { userId: service, disabled: true }),
      ({ id }) => app().db.pool.query('delete from sessions where user_id = $1', [id]),
    ]
    for (const [n, end] of ends.entries()) {
      const { id: userId } = await add(`ends ${n}`)
      const { id, email } = await addNewcomer(app(), 'admin')
      const browser = await browserOf(app(), email)
      await browser.call(signInAs, { userId })
      await end({ id, service: userId })
      await refusal(browser.call(getMe), 'unauthenticated')
    }
  })

  test('a session that has ended leads back, too', async () => {
    const { id: userId } = await add('expires')
    const browser = await browserOf(app(), app().people.admin.email)
    await browser.call(signInAs, { userId })
    await app().db.pool.query('delete from sessions where user_id = $1', [userId])
    await refusal(browser.call(getMe), 'unauthenticated')
    assert.equal((await browser.call(getSession))?.user.id, app().people.admin.id)
    assert.equal((await browser.call(getMe)).user.id, app().people.admin.id)
  })

  test('people cannot be signed in to, nor disabled service users, nor by members', async () => {
    const admin = app().as('admin')
    await refusal(admin.call(signInAs, { userId: app().people.member.id }), 'user_not_service')
    await refusal(admin.call(signInAs, { userId: newId() }), 'user_not_found')
    const { id: userId } = await add('off')
    await admin.call(updateUser, { userId, disabled: true })
    await refusal(admin.call(signInAs, { userId }), 'user_disabled')
    await refusal(app().as('member').call(signInAs, { userId }), 'forbidden')
    await refusal((await app().withKey('admin')).call(signInAs, { userId }), 'session_required')
  })

  test('they have no other way in, and never own Aerie', async () => {
    const { id, email } = await add('no way in')
    const nobody = app().as('nobody')
    await refusal(nobody.call(signIn, { email: email!, password: testPassword }), 'invalid_credentials')
    await refusal(nobody.call(requestPasswordReset, { email: email! }), 'mail_not_configured')
    assert.equal(await resetPassword(app().db, email!, testPassword), null)
    await assert.rejects(transferOwnership(app().db, email!), /is a service user/)
    const insert = `insert into accounts (id, user_id, provider_id, account_id) values ($1, $2, 'https://sso.test', 'x')`
    await assert.rejects(app().db.pool.query(insert, [newId(), id]), /no way to sign in/)
    const invited = app()
      .as('admin')
      .call(createInvitation, { email: 'new@services.invalid', role: 'member' })
    const { errors } = await refusal(invited, 'validation_failed')
    assert.equal(errors?.[0]?.path, 'email')
  })
})

onPostgres('signing in as a service user', (app) => {
  test('while the admin is demoted opens no session', async () => {
    const service = { kind: 'service', name: 'meeting', role: 'admin' } as const
    const { id: userId } = await app().as('owner').call(createUser, service)
    const { id, client } = await addNewcomer(app(), 'admin')
    const meet = {
      lock: `select from users where id = '${id}' for update`,
      count: 1,
      change: `update users set role = 'member' where id = '${id}'`,
    }
    const [entered] = await meeting(app().databaseUrl, meet, () =>
      Promise.allSettled([client.call(signInAs, { userId })]),
    )
    assert.equal(entered.status, 'rejected')
    const { rows } = await app().db.pool.query('select from sessions where user_id = $1', [userId])
    assert.equal(rows.length, 0)
  })
})
