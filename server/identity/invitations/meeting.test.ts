import assert from 'node:assert/strict'
import { test } from 'node:test'
import { acceptInvitation, createInvitation, revokeInvitation } from '#contract'
import { newId } from '#platform'
import { addNewcomer, meeting, onPostgres, refusal, type TestApp, testPassword } from '#testing'

onPostgres('invitations that meet', (app) => {
  test('one link, accepted twice at once, makes one account', async () => {
    const { token, email } = await invite(app())
    const accept = (name: string) =>
      app().as('nobody').call(acceptInvitation, { token, name, password: testPassword })
    // Lets both find the invitation open, and neither add a person, until both have come.
    const lock = 'lock table users in share row exclusive mode'
    const outcomes = await meeting(app().databaseUrl, { lock, count: 2 }, () =>
      Promise.allSettled([accept('Grace'), accept('Ada')]),
    )
    const won = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
    const lost = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
    assert.deepEqual(
      await people(app(), email),
      won.map(({ id, name }) => ({ id, name })),
    )
    assert.equal(won.length, 1)
    await refusal(Promise.reject(lost[0]), 'invitation_accepted')
    assert.equal(await entries(app(), 'user.create', email), 1)
  })

  test('one address, invited twice at once, has one open invitation', async () => {
    const email = `${newId()}@aerie.test`
    const invite = (role: 'admin' | 'member') => app().as('owner').call(createInvitation, { email, role })
    const lock = 'lock table invitations in share row exclusive mode'
    const outcomes = await meeting(app().databaseUrl, { lock, count: 2 }, () =>
      Promise.allSettled([invite('admin'), invite('member')]),
    )
    const lost = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
    assert.equal(lost.length, 1)
    await refusal(Promise.reject(lost[0]), 'already_invited')
    assert.equal(await entries(app(), 'invitation.create', email), 1)
  })

  test('a link that is accepted while it is taken back either makes an account or is taken back', async () => {
    const { id, token, email } = await invite(app())
    const lock = `select from invitations where id = '${id}' for update`
    const [accepted, revoked] = await meeting(app().databaseUrl, { lock, count: 2 }, () =>
      Promise.allSettled([
        app().as('nobody').call(acceptInvitation, { token, name: 'Grace', password: testPassword }),
        app().as('owner').call(revokeInvitation, { invitationId: id }),
      ]),
    )
    assert.notEqual(accepted.status, revoked.status)
    const madeOne = accepted.status === 'fulfilled'
    assert.equal((await people(app(), email)).length, madeOne ? 1 : 0)
    assert.equal(await entries(app(), 'invitation.revoke', email), madeOne ? 0 : 1)
    if (accepted.status === 'rejected') await refusal(Promise.reject(accepted.reason), 'invitation_not_found')
    if (revoked.status === 'rejected') await refusal(Promise.reject(revoked.reason), 'invitation_accepted')
  })

  test('a link that is being accepted can no longer be taken back', async () => {
    const { id, token, email } = await invite(app())
    const lock = 'lock table users in share row exclusive mode'
    const [accepted, revoked] = await meeting(app().databaseUrl, { lock, count: 2 }, (waiting) =>
      Promise.allSettled([
        app().as('nobody').call(acceptInvitation, { token, name: 'Grace', password: testPassword }),
        waiting(1).then(() => app().as('owner').call(revokeInvitation, { invitationId: id })),
      ]),
    )
    assert.equal(accepted.status, 'fulfilled')
    assert.equal(revoked.status, 'rejected')
    await refusal(Promise.reject(revoked.reason), 'invitation_accepted')
    assert.equal((await people(app(), email)).length, 1)
    assert.equal(await entries(app(), 'invitation.revoke', email), 0)
  })

  test('a link that is accepted while its inviter is demoted makes no account', async () => {
    const inviter = await addNewcomer(app(), 'admin')
    const email = `${newId()}@aerie.test`
    const { url = '' } = await inviter.client.call(createInvitation, { email, role: 'admin' })
    const newcomer = { token: url.split('/').at(-1) ?? '', name: 'Grace', password: testPassword }
    // Both wait for the inviter's row, after the link was found open; the demotion is then already there.
    const lock = `select from users where id = '${inviter.id}' for update`
    const change = `update users set role = 'member' where id = '${inviter.id}'`
    const accepted = await meeting(app().databaseUrl, { lock, count: 1, change }, () =>
      app()
        .as('nobody')
        .call(acceptInvitation, newcomer)
        .then(
          () => 'accepted',
          (error) => error.code,
        ),
    )
    assert.equal(accepted, 'invitation_not_found')
    assert.deepEqual(await people(app(), email), [])
  })
})

async function invite(app: TestApp) {
  const email = `${newId()}@aerie.test`
  const { id, url = '' } = await app.as('owner').call(createInvitation, { email, role: 'member' })
  return { id, email, token: url.split('/').at(-1) ?? '' }
}

const people = ({ db }: TestApp, email: string) =>
  db.reader.selectFrom('users').select(['id', 'name']).where('email', '=', email).execute()

async function entries({ db }: TestApp, action: string, label: string): Promise<number> {
  const found = await db.reader
    .selectFrom('auditLog')
    .select('id')
    .where('action', '=', action)
    .where('targetLabel', '=', label)
    .execute()
  return found.length
}
