import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type AuditAction,
  applied,
  confirmGrant,
  createApiKey,
  createProject,
  declineGrant,
  fullAccess,
  getMe,
  getProject,
  getSettings,
  type grantingOperations,
  isUnconfirmed,
  type Letterhead,
  listAuditLog,
  listGrants,
  listUsers,
  mostGrantsPerKey,
  revokeApiKey,
  updateProject,
  updateSettings,
  updateUser,
} from '#contract'
import { newId } from '#platform'
import { addNewcomer, letHoursPass, onDatabase, refusal, type TestApp } from '#testing'

const stolen = { iban: 'DE02120300000000202051', bic: 'BYLADEM1001', bank: 'Elsewhere' }

onDatabase('what a key may not grant', (app) => {
  const owner = () => app().as('owner')
  const letterhead = async () => (await owner().call(getSettings)).letterhead
  const userWith = async (id: string) =>
    (await owner().call(listUsers, { limit: 200 })).data.find((user) => user.id === id)

  test('a new IBAN waits for a confirmation, which the audit log tells with the key', async () => {
    const key = await app().withKey('admin')
    const before = await letterhead()
    const answer = await ask(key, updateSettings, { letterhead: { iban: stolen.iban, city: 'Bern' } })
    assert.deepEqual(await letterhead(), before)

    const { data } = await app().as('admin').call(listGrants, { operation: 'settings.update' })
    const { requestedAt, ...listed } = data[0] ?? assert.fail('it is not listed')
    assert.ok(Date.parse(requestedAt))
    const apiKey = { id: key.keyId, name: 'A key of the admin', prefix: key.token.slice(0, 12) }
    const summary = `IBAN from none to “${stolen.iban}”, city from none to “Bern”`
    assert.deepEqual(listed, { id: answer.id, operation: 'settings.update', summary, apiKey })
    assert.deepEqual((await owner().call(listGrants, { operation: 'users.update' })).data, [])

    assert.deepEqual(await owner().call(confirmGrant, { grantId: answer.id }), {
      id: answer.id,
      status: 'confirmed',
    })
    assert.deepEqual(await letterhead(), { ...before, iban: stolen.iban, city: 'Bern' })
    const [change] = await entries(app(), 'settings.change')
    assert.equal(change?.actor.email, app().people.owner.email)
    assert.equal(change?.details.confirmedKey, `${apiKey.name} (${apiKey.prefix})`)
    const [request] = await entries(app(), 'grant.request')
    assert.deepEqual(request?.target, { type: 'grant', id: answer.id, label: summary })
    assert.equal(request?.actor.apiKey?.id, key.keyId)
    const [confirmed] = await entries(app(), 'grant.confirm')
    assert.deepEqual([confirmed?.target.id, confirmed?.actor.via], [answer.id, 'session'])
    await refusal(owner().call(confirmGrant, { grantId: answer.id }), 'grant_not_found')
  })

  test('each field that payments go to waits, and all others act at once', async () => {
    const key = await app().withKey('owner')
    for (const field of ['iban', 'bic', 'bank'] as const) {
      const { id } = await ask(key, updateSettings, { letterhead: { [field]: 'X' } })
      await owner().call(declineGrant, { grantId: id })
    }
    const now = await letterhead()
    const others: Partial<Letterhead> = { line: 'High Street 1', terms: 'Thank you', iban: now.iban }
    const changed = await key.call(updateSettings, { letterhead: others, termsDays: 7 })
    assert.ok(!isUnconfirmed(changed))
    assert.deepEqual(changed.letterhead, { ...now, ...others })
  })

  test('a user is neither enabled nor promoted by a key; disabled and demoted at once', async () => {
    const key = await app().withKey('admin')
    const { id: userId, email } = await addNewcomer(app(), 'admin')
    await key.call(updateUser, { userId, role: 'member' })
    await key.call(updateUser, { userId, disabled: true })
    // What is already so waits for nobody.
    await key.call(updateUser, { userId, role: 'member', disabled: true })
    const { id: promotion } = await ask(key, updateUser, { userId, role: 'admin' })
    const { id: enabling } = await ask(key, updateUser, { userId, disabled: false, keepKeys: true })
    const { role, disabled } = (await userWith(userId)) ?? {}
    assert.deepEqual({ role, disabled }, { role: 'member', disabled: true })
    assert.deepEqual(
      (await owner().call(listGrants, { limit: 2 })).data.map(({ id, summary }) => ({ id, summary })),
      [
        {
          id: enabling,
          summary: `Someone new (${email}): enable the account and let its API keys work again`,
        },
        { id: promotion, summary: `Someone new (${email}): change the role from member to admin` },
      ],
    )
    await owner().call(confirmGrant, { grantId: enabling })
    assert.equal((await userWith(userId))?.disabled, false)
    // It was asked for a disabled user.
    await refusal(owner().call(confirmGrant, { grantId: promotion }), 'stale_version')
    assert.equal((await userWith(userId))?.role, 'member')
    await owner().call(declineGrant, { grantId: promotion })
  })

  test('a key raises no level of access, but lowers one at once', async () => {
    const key = await app().withKey('admin')
    const { id: userId, email } = await addNewcomer(app(), 'member')
    await key.call(updateUser, { userId, access: { patients: 'none', billing: 'view' } })
    const { id: grantId } = await ask(key, updateUser, {
      userId,
      access: { patients: 'view', insights: 'none' },
    })
    assert.deepEqual((await userWith(userId))?.access, { ...fullAccess, patients: 'none', billing: 'view' })
    const { data } = await owner().call(listGrants)
    assert.equal(
      data[0]?.summary,
      `Someone new (${email}): change the access to insights from edit to none, change the access to patients from none to view`,
    )
    await owner().call(confirmGrant, { grantId })
    const access = { insights: 'none', patients: 'view', billing: 'view', inventory: 'edit' }
    assert.deepEqual((await userWith(userId))?.access, access)
  })

  test('the key of a member adds nobody to a project, and hides it at once', async () => {
    const { id: userId, client } = await addNewcomer(app(), 'member')
    const key = app().withToken((await client.call(createApiKey, { name: 'Sharing' })).token)
    const { id: projectId } = await client.call(createProject, { name: 'Shared' })
    const colleague = await addNewcomer(app(), 'member')
    const editor = { userId, level: 'edit' as const }
    const hidden = applied(
      await key.call(updateProject, { projectId, access: { everyone: 'none', members: [editor] } }),
    )
    assert.deepEqual(hidden.access.members, [{ ...editor, name: 'Someone new', note: null }])
    await refusal(colleague.client.call(getProject, { projectId }), 'project_not_found')
    const members = [editor, { userId: colleague.id, level: 'view' as const }]
    const { id: grantId } = await ask(key, updateProject, { projectId, access: { members } })
    await refusal(colleague.client.call(getProject, { projectId }), 'project_not_found')
    assert.match(
      (await owner().call(listGrants)).data[0]?.summary ?? '',
      /^Project “Shared”: change the access from everyone none/,
    )
    await refusal(client.call(confirmGrant, { grantId }), 'forbidden')
    await owner().call(confirmGrant, { grantId })
    assert.equal((await colleague.client.call(getProject, { projectId })).level, 'view')

    // Of a user who has lost the project since, nothing is confirmed.
    const { id: late } = await ask(key, updateProject, { projectId, access: { everyone: 'view' } })
    await owner().call(updateUser, { userId, access: { insights: 'none' } })
    await refusal(owner().call(confirmGrant, { grantId: late }), 'project_not_found')
    await owner().call(declineGrant, { grantId: late })
  })

  test('enabling confirmed without keepKeys revokes the old keys', async () => {
    const key = await app().withKey('admin')
    const { id: userId, client } = await addNewcomer(app(), 'member')
    const { token } = await client.call(createApiKey, { name: 'Old' })
    await key.call(updateUser, { userId, disabled: true })
    const { id: grantId } = await ask(key, updateUser, { userId, disabled: false })
    await owner().call(confirmGrant, { grantId })
    await refusal(app().withToken(token).call(getMe), 'unauthenticated')
  })

  test('a call that would be refused is refused when it is made', async () => {
    const key = await app().withKey('admin')
    const { version } = await owner().call(getSettings)
    const bank = { letterhead: { bank: 'Elsewhere' } }
    await refusal(key.call(updateSettings, { ...bank, version: version - 1 }), 'stale_version')
    const taxRates = [{ name: 'Wrong', category: 'S' as const, rate: 0 }]
    await refusal(key.call(updateSettings, { ...bank, taxRates }), 'validation_failed')
    await refusal(key.call(updateUser, { userId: newId(), disabled: false }), 'user_not_found')
    const member = await app().withKey('member')
    await refusal(member.call(updateSettings, bank), 'forbidden')
    assert.deepEqual((await owner().call(listGrants)).data, [])
  })

  test('a change in between makes it stale, unless it is of a field that grants nothing', async () => {
    const key = await app().withKey('admin')
    const { id: grantId } = await ask(key, updateSettings, { letterhead: { iban: 'A' } })
    await owner().call(updateSettings, { termsDays: 21, letterhead: { website: 'aerie.test' } })
    await owner().call(updateSettings, { letterhead: { bank: 'Ours' } })
    await refusal(owner().call(confirmGrant, { grantId }), 'stale_version')
    // Asked for once more, it is about the settings as they are.
    const { id } = await ask(key, updateSettings, { letterhead: { iban: 'A' } })
    await owner().call(updateSettings, { termsDays: 22 })
    await owner().call(confirmGrant, { grantId: id })
    const { termsDays, letterhead } = await owner().call(getSettings)
    assert.deepEqual([termsDays, letterhead.iban, letterhead.bank], [22, 'A', 'Ours'])
    await refusal(owner().call(declineGrant, { grantId }), 'grant_not_found')
  })

  test('what an ended key asked for never takes effect, and nobody sees it any more', async () => {
    const someone = await addNewcomer(app(), 'admin')
    const ends: Record<string, (keyId: string) => Promise<unknown>> = {
      'revoking it': (keyId) => owner().call(revokeApiKey, { keyId }),
      'its expiry': (keyId) =>
        app().db.pool.query(
          `update api_keys set created_at = '2026-01-01', expires_at = '2026-01-02' where id = $1`,
          [keyId],
        ),
      'demoting its owner': () => owner().call(updateUser, { userId: someone.id, role: 'member' }),
      'disabling its owner': () => owner().call(updateUser, { userId: someone.id, disabled: true }),
    }
    for (const [how, end] of Object.entries(ends)) {
      await owner().call(updateUser, { userId: someone.id, role: 'admin', disabled: false })
      const session = await someone.signIn()
      const { id: keyId, token } = await session.call(createApiKey, { name: how })
      const { id: grantId } = await ask(app().withToken(token), updateSettings, { letterhead: { bank: how } })
      await end(keyId)
      assert.deepEqual((await owner().call(listGrants)).data, [], how)
      await refusal(owner().call(confirmGrant, { grantId }), 'grant_not_found')
      await owner()
        .call(updateUser, { userId: someone.id, role: 'admin', disabled: false, keepKeys: true })
        .catch(() => {})
      await refusal(owner().call(confirmGrant, { grantId }), 'grant_not_found')
      assert.notEqual((await letterhead()).bank, how)
    }
    const because = (await entries(app(), 'grant.decline')).flatMap(({ details }) => details.because ?? [])
    assert.deepEqual(
      [...new Set(because)],
      ['owner of the API key disabled', 'owner of the API key demoted', 'API key revoked'],
    )
  })

  test('one key has at most twenty, and the same call made again is the same one', async () => {
    const key = await app().withKey('admin')
    const asks = Array.from({ length: mostGrantsPerKey }, (_, n) => ({ letterhead: { bank: `Bank ${n}` } }))
    const ids = []
    for (const body of asks) ids.push((await ask(key, updateSettings, body)).id)
    assert.equal((await ask(key, updateSettings, asks[3]!)).id, ids[3])
    await refusal(key.call(updateSettings, { letterhead: { bank: 'One more' } }), 'too_many_grants')
    await key.call(updateSettings, { termsDays: 30 })
    await (await app().withKey('admin')).call(updateSettings, { letterhead: { bank: 'One more' } })
    const { data, nextCursor } = await owner().call(listGrants, { limit: 5 })
    assert.equal(data.length, 5)
    assert.ok(nextCursor)
    for (const grantId of ids.slice(0, 19)) await key.call(declineGrant, { grantId })
  })

  test('members see and decide nothing, keys confirm nothing, and an old session confirms first', async () => {
    const key = await app().withKey('admin')
    const { id: grantId } = await ask(key, updateSettings, { letterhead: { bic: 'MEMBERSXXX' } })
    await refusal(key.call(confirmGrant, { grantId }), 'session_required')
    for (const call of [listGrants, confirmGrant, declineGrant])
      await refusal(
        app()
          .as('member')
          .call(call, { grantId } as never),
        'forbidden',
      )

    const someone = await addNewcomer(app(), 'admin')
    await letHoursPass(app(), someone.id)
    await refusal(someone.client.call(confirmGrant, { grantId }), 'confirmation_required')
    await refusal(someone.client.call(updateSettings, { letterhead: { bic: 'X' } }), 'confirmation_required')
    await someone.client.call(updateSettings, { letterhead: { city: 'Basel' } })
    await someone.client.call(declineGrant, { grantId })
    const [declined] = await entries(app(), 'grant.decline')
    assert.deepEqual([declined?.actor.id, declined?.target.id], [someone.id, grantId])
  })
})

/** A call with a key that has to wait. */
async function ask(
  key: { call: ReturnType<TestApp['withToken']>['call'] },
  operation: (typeof grantingOperations)[number],
  input: object,
) {
  const statuses: number[] = []
  const answer = await key.call(operation as typeof updateUser, input as never, {
    onResponse: ({ status }) => void statuses.push(status),
  })
  assert.deepEqual([statuses, answer], [[202], { id: answer.id, status: 'unconfirmed' }])
  return answer
}

const entries = async (app: TestApp, action: AuditAction) =>
  (await app.as('owner').call(listAuditLog, { action })).data
