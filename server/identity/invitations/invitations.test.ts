import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  acceptInvitation,
  accessText,
  confirmInvitation,
  createInvitation,
  fullAccess,
  listAuditLog,
  listInvitations,
  revokeApiKey,
  revokeInvitation,
  signIn,
  updateUser,
  viewInvitation,
} from '#contract'
import { newId, Secrets } from '#platform'
import {
  addNewcomer,
  inBrowser,
  onDatabase,
  refusal,
  type TestApp,
  testOrigin,
  testPassword,
  testSecrets,
} from '#testing'
import { hashLinkToken, linkToken } from '../link-token.ts'

const newcomer = { name: 'Grace', password: testPassword }

onDatabase('invitations', (app) => {
  test('an admin invites by a link, which is shown once and makes an account that can sign in', async () => {
    const admin = app().as('admin')
    const made = await admin.call(createInvitation, { email: 'Grace@aerie.test', role: 'admin' })
    const { url = '', ...invitation } = made
    const token = tokenIn(url)
    assert.equal(url, `${testOrigin}/invitations/${token}`)
    assert.match(token, /^[\w-]{43}$/)
    assert.equal(invitation.status, 'open')
    assert.deepEqual(invitation.invitedBy, { id: app().people.admin.id, name: app().people.admin.name })
    assert.equal(Date.parse(made.expiresAt) - Date.parse(made.createdAt), 7 * 24 * 60 * 60 * 1000)
    assert.deepEqual((await admin.call(listInvitations)).data, [invitation])
    assert.doesNotMatch(await everything(app()), new RegExp(token))

    const nobody = app().as('nobody')
    assert.deepEqual(await nobody.call(viewInvitation, { token }), {
      email: 'grace@aerie.test',
      role: 'admin',
      access: fullAccess,
      organisation: 'Aerie',
      invitedBy: app().people.admin.name,
      expiresAt: made.expiresAt,
    })
    const person = await nobody.call(acceptInvitation, { token, ...newcomer })
    const { id, name, email, role } = person
    assert.deepEqual({ name, email, role }, { name: 'Grace', email: 'grace@aerie.test', role: 'admin' })
    assert.deepEqual(await nobody.call(signIn, { email, password: testPassword }), { user: person })
    assert.deepEqual((await admin.call(listInvitations)).data, [])

    const entries = (await app().as('owner').call(listAuditLog)).data
    const invited = entries.find((entry) => entry.action === 'invitation.create')
    assert.deepEqual(invited?.actor, inBrowser(app().people.admin))
    assert.deepEqual(invited?.target, { type: 'invitation', id: made.id, label: email })
    assert.deepEqual(invited?.details, { role: 'admin', access: accessText(fullAccess) })
    const joined = entries.find((entry) => entry.action === 'user.create')
    assert.deepEqual(joined?.actor, inBrowser({ id, email }))
    assert.deepEqual(joined?.details, { role: 'admin', invitedBy: app().people.admin.email })
  })

  test('an invitation created with a key opens nothing until someone confirms it in a browser', async () => {
    const key = await app().withKey('admin')
    const email = `${newId()}@aerie.test`
    const made = await key.call(createInvitation, { email, role: 'admin' })
    assert.equal(made.status, 'unconfirmed')
    assert.equal(made.url, undefined)
    assert.equal(made.apiKey?.id, key.keyId)
    // The server itself can derive the link, but not even that opens it.
    const token = linkToken(testSecrets.newest, 'invitation', made.id)
    await refusal(app().as('nobody').call(viewInvitation, { token }), 'invitation_not_found')
    const accept = () =>
      app()
        .as('nobody')
        .call(acceptInvitation, { token, ...newcomer })
    await refusal(accept(), 'invitation_not_found')
    await refusal(key.call(confirmInvitation, { invitationId: made.id }), 'session_required')
    await refusal(app().as('member').call(confirmInvitation, { invitationId: made.id }), 'forbidden')
    assert.equal(await accountsOf(app(), email), 0)

    const owner = app().as('owner')
    const confirmed = await owner.call(confirmInvitation, { invitationId: made.id })
    assert.equal(confirmed.status, 'open')
    assert.equal(tokenIn(confirmed.url), token)
    await accept()
    assert.equal(await accountsOf(app(), email), 1)
    await refusal(owner.call(confirmInvitation, { invitationId: made.id }), 'invitation_not_found')
    const { data } = await owner.call(listAuditLog, { apiKey: key.keyId })
    assert.deepEqual(
      data.map(({ action, actor }) => ({ action, actor })),
      [
        {
          action: 'invitation.create',
          actor: { ...inBrowser(app().people.admin), via: 'api_key', apiKey: made.apiKey },
        },
      ],
    )
  })

  test('a confirmed link is shown again, but not after its secret was removed', async () => {
    const key = await app().withKey('admin')
    const owner = app().as('owner')
    const { id: invitationId } = await key.call(createInvitation, {
      email: `${newId()}@aerie.test`,
      role: 'member',
    })
    const { url } = await owner.call(confirmInvitation, { invitationId })
    assert.equal((await owner.call(confirmInvitation, { invitationId })).url, url)
    const token = linkToken(
      new Secrets(['removed since, and of some length']).newest,
      'invitation',
      invitationId,
    )
    await app().db.pool.query('update invitations set token_hash = $1 where id = $2', [
      hashLinkToken(token),
      invitationId,
    ])
    await refusal(owner.call(confirmInvitation, { invitationId }), 'already_done')
    const viewed = await app().as('nobody').call(viewInvitation, { token })
    assert.equal(viewed.role, 'member')
  })

  test('revoking a key ends its invitations, confirmed or not, but nobody who has joined', async () => {
    const key = await app().withKey('admin')
    const invite = (email: string) => key.call(createInvitation, { email, role: 'member' })
    const [pending, confirmed, joined] = [
      await invite(`${newId()}@aerie.test`),
      await invite(`${newId()}@aerie.test`),
      await invite(`${newId()}@aerie.test`),
    ]
    const owner = app().as('owner')
    const { url } = await owner.call(confirmInvitation, { invitationId: confirmed.id })
    const joining = await owner.call(confirmInvitation, { invitationId: joined.id })
    await app()
      .as('nobody')
      .call(acceptInvitation, { token: tokenIn(joining.url), ...newcomer })
    await owner.call(revokeApiKey, { keyId: key.keyId })

    await refusal(owner.call(confirmInvitation, { invitationId: pending.id }), 'invitation_not_found')
    await refusal(
      app()
        .as('nobody')
        .call(viewInvitation, { token: tokenIn(url) }),
      'invitation_not_found',
    )
    assert.equal(await accountsOf(app(), joined.email), 1)
    const { data } = await owner.call(listAuditLog, { action: 'invitation.revoke' })
    const ended = data.filter(({ details }) => details.because === 'API key revoked')
    assert.deepEqual(new Set(ended.map(({ target }) => target.id)), new Set([pending.id, confirmed.id]))
  })

  test('an invitation ends when its inviter may no longer invite', async () => {
    for (const change of [{ disabled: true }, { role: 'member' as const }]) {
      const inviter = await addNewcomer(app(), 'admin')
      const email = `${newId()}@aerie.test`
      const { url = '' } = await inviter.client.call(createInvitation, { email, role: 'admin' })
      await app()
        .as('owner')
        .call(updateUser, { userId: inviter.id, ...change })
      const accept = () =>
        app()
          .as('nobody')
          .call(acceptInvitation, { token: tokenIn(url), ...newcomer })
      await refusal(accept(), 'invitation_not_found')
      // For good, even if the inviter may invite again.
      await app().as('owner').call(updateUser, { userId: inviter.id, disabled: false, role: 'admin' })
      await refusal(accept(), 'invitation_not_found')
      assert.equal(await accountsOf(app(), email), 0)
    }
  })

  test('a link that was accepted makes no second account', async () => {
    const { id, token, email } = await invite(app())
    await app()
      .as('nobody')
      .call(acceptInvitation, { token, ...newcomer })
    await refusal(app().as('nobody').call(viewInvitation, { token }), 'invitation_accepted')
    await refusal(
      app()
        .as('nobody')
        .call(acceptInvitation, { token, ...newcomer }),
      'invitation_accepted',
    )
    await refusal(app().as('admin').call(revokeInvitation, { invitationId: id }), 'invitation_accepted')
    assert.equal(await accountsOf(app(), email), 1)
  })

  test('an invitation that was taken back opens nothing; taken back again, nothing more happens', async () => {
    const { id, token, email } = await invite(app())
    for (const _ of [1, 2]) {
      assert.deepEqual(await app().as('admin').call(revokeInvitation, { invitationId: id }), { id })
    }
    await refusal(app().as('nobody').call(viewInvitation, { token }), 'invitation_not_found')
    await refusal(
      app()
        .as('nobody')
        .call(acceptInvitation, { token, ...newcomer }),
      'invitation_not_found',
    )
    assert.equal(await accountsOf(app(), email), 0)
    const { data } = await app().as('owner').call(listAuditLog, { action: 'invitation.revoke' })
    assert.deepEqual(
      data.map(({ target }) => target.id).filter((target) => target === id),
      [id],
    )
    await app().as('owner').call(createInvitation, { email, role: 'member' })
  })

  test('a made-up link opens nothing', async () => {
    for (const token of ['x', 'A'.repeat(43), newId()]) {
      await refusal(app().as('nobody').call(viewInvitation, { token }), 'invitation_not_found')
      await refusal(
        app()
          .as('nobody')
          .call(acceptInvitation, { token, ...newcomer }),
        'invitation_not_found',
      )
    }
    const unknown = app().as('admin').call(revokeInvitation, { invitationId: newId() })
    await refusal(unknown, 'invitation_not_found')
  })

  test('an expired link makes no account, and whom it was for can be invited again', async () => {
    const { id, token, email } = await invite(app())
    await app().db.pool.query('update invitations set expires_at = now() where id = $1', [id])
    await refusal(app().as('nobody').call(viewInvitation, { token }), 'invitation_expired')
    await refusal(
      app()
        .as('nobody')
        .call(acceptInvitation, { token, ...newcomer }),
      'invitation_expired',
    )
    assert.equal(await accountsOf(app(), email), 0)

    const again = await app().as('admin').call(createInvitation, { email, role: 'member' })
    await refusal(
      app()
        .as('nobody')
        .call(acceptInvitation, { token, ...newcomer }),
      'invitation_not_found',
    )
    const accepted = await app()
      .as('nobody')
      .call(acceptInvitation, { token: tokenIn(again.url ?? ''), ...newcomer })
    assert.equal(accepted.role, 'member')
  })

  test('nobody is invited who has an account, or an open invitation', async () => {
    const { email } = await invite(app())
    const before = await everything(app())
    const asked = { email: email.toUpperCase(), role: 'admin' } as const
    await refusal(app().as('owner').call(createInvitation, asked), 'already_invited')
    const member = { email: ` ${app().people.member.email.toUpperCase()}`, role: 'admin' } as const
    await refusal(app().as('owner').call(createInvitation, member), 'email_taken')
    assert.equal(await everything(app()), before)
  })

  test('an invitation to an address that has an account by now makes no second one', async () => {
    const { token, email } = await invite(app())
    await app()
      .db.reader.insertInto('users')
      .values({ id: newId(), email, name: 'Faster', role: 'member' })
      .execute()
    const before = await everything(app())
    await refusal(
      app()
        .as('nobody')
        .call(acceptInvitation, { token, ...newcomer }),
      'email_taken',
    )
    assert.equal(await everything(app()), before)
  })

  test('nobody is invited as owner, and a short password is refused', async () => {
    const asked = { email: 'heir@aerie.test', role: 'owner' } as never
    await refusal(app().as('owner').call(createInvitation, asked), 'validation_failed')
    assert.doesNotMatch(await everything(app()), /heir@aerie\.test/)

    const { token, email } = await invite(app())
    const short = app().as('nobody').call(acceptInvitation, { token, name: 'Grace', password: 'eleven char' })
    assert.equal((await refusal(short, 'validation_failed')).errors?.[0]?.path, 'password')
    assert.equal(await accountsOf(app(), email), 0)
  })

  test('a member may neither invite, nor see who is invited, nor take an invitation back', async () => {
    const { id, token } = await invite(app())
    const before = await everything(app())
    for (const member of [app().as('member'), await app().withKey('member')]) {
      await refusal(member.call(createInvitation, { email: 'x@aerie.test', role: 'member' }), 'forbidden')
      await refusal(member.call(listInvitations), 'forbidden')
      await refusal(member.call(revokeInvitation, { invitationId: id }), 'forbidden')
    }
    assert.equal(await everything(app()), before)
    await app().as('nobody').call(viewInvitation, { token })
  })
})

const tokenIn = (url: string): string => url.split('/').at(-1) ?? ''

async function invite(app: TestApp) {
  const email = `${newId()}@aerie.test`
  const { id, url = '' } = await app.as('owner').call(createInvitation, { email, role: 'member' })
  return { id, email, token: tokenIn(url) }
}

async function accountsOf({ db }: TestApp, email: string): Promise<number> {
  const { rows } = await db.pool.query(
    'select count(*) as count from accounts join users on users.id = user_id where email = $1',
    [email],
  )
  return rows[0].count
}

/** People, invitations and what the log tells of them, to tell that nothing has changed. */
async function everything({ db }: TestApp): Promise<string> {
  const { rows } = await db.pool.query(`
    select t::text from users t union all select t::text from invitations t
    union all select t::text from audit_log t where action not like 'api_key.%' order by 1`)
  return JSON.stringify(rows)
}
