import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getMe, listAuditLog, updateUser } from '#contract'
import { TransferError, transferOwnership } from '#identity'
import { addNewcomer, meeting, onDatabase, onPostgres, onServer, refusal, type TestApp } from '#testing'

onDatabase('handing over ownership', (app) => {
  test('it is not handed to a stranger, to someone disabled, or to the owner, and nothing changes', async () => {
    const disabled = await addNewcomer(app(), 'admin')
    await app().as('owner').call(updateUser, { userId: disabled.id, disabled: true })
    const before = await people(app())
    for (const [email, why] of [
      ['stranger@aerie.test', /not a member/],
      [disabled.email, /is disabled/],
      [app().people.owner.email, /is already the owner/],
      ['', /not a member/],
    ] as const) {
      await assert.rejects(
        transferOwnership(app().db, email),
        (error: Error) => error instanceof TransferError && why.test(error.message),
      )
    }
    assert.deepEqual(await people(app()), before)
    assert.deepEqual(await transfers(app()), [])
  })

  test('the member becomes owner and the owner an admin at the same moment, and the audit log tells', async () => {
    const { owner, member } = app().people
    const heir = await addNewcomer(app(), 'member')
    const done = await transferOwnership(app().db, ` ${heir.email.toUpperCase()} `)
    assert.deepEqual(done, { from: owner.email, to: heir.email })
    assert.equal((await heir.client.call(getMe)).user.role, 'owner')
    assert.equal((await app().as('owner').call(getMe)).user.role, 'admin')
    assert.deepEqual(await transfers(app()), [
      {
        actor: onServer,
        target: { type: 'user', id: heir.id, label: heir.email },
        details: { from: owner.email },
      },
    ])
    const demotion = app().as('admin').call(updateUser, { userId: heir.id, role: 'member' })
    await refusal(demotion, 'owner_protected')
    // The former owner is an admin like any other now.
    await heir.client.call(updateUser, { userId: owner.id, role: 'member' })
    await refusal(app().as('owner').call(updateUser, { userId: member.id, role: 'admin' }), 'forbidden')
  })
})

onPostgres('hand-overs that meet', (app) => {
  test('two at once come one after the other, and leave one owner', async () => {
    const [one, other] = [await addNewcomer(app(), 'member'), await addNewcomer(app(), 'admin')]
    const { owner } = app().people
    const done = await meeting(app().databaseUrl, { lock: holdOwner, count: 2 }, () =>
      Promise.all([transferOwnership(app().db, one.email), transferOwnership(app().db, other.email)]),
    )
    const [first, second] = done[0].from === owner.email ? done : [done[1], done[0]]
    assert.equal(first.from, owner.email)
    assert.equal(second.from, first.to)
    const found = (await people(app())).filter(({ role }) => role === 'owner')
    assert.deepEqual(
      found.map(({ email }) => email),
      [second.to],
    )
    assert.equal(await auditedTransfers(app()), 2)
  })

  test('someone who is disabled at the moment of the hand-over is one or the other, never both', async () => {
    const heir = await addNewcomer(app(), 'admin')
    const before = await auditedTransfers(app())
    const lock = `select from users where id = '${heir.id}' for update`
    const [transfer, disabling] = await meeting(app().databaseUrl, { lock, count: 2 }, () =>
      Promise.allSettled([
        transferOwnership(app().db, heir.email),
        app().as('admin').call(updateUser, { userId: heir.id, disabled: true }),
      ]),
    )
    assert.notEqual(transfer.status, disabling.status)
    const owners = (await people(app())).filter(({ role }) => role === 'owner')
    assert.equal(owners.length, 1)
    assert.equal(owners[0]?.email === heir.email, transfer.status === 'fulfilled')
    assert.equal(owners[0]?.disabled, false)
    assert.equal(await auditedTransfers(app()), before + (transfer.status === 'fulfilled' ? 1 : 0))
  })
})

const holdOwner = `select from users where role = 'owner' for update`

const people = ({ db }: TestApp) =>
  db.reader.selectFrom('users').select(['email', 'role', 'disabled', 'version']).orderBy('id').execute()

async function transfers(app: TestApp) {
  const { data } = await app.as('admin').call(listAuditLog, { action: 'owner.transfer' })
  return data.map(({ actor, target, details }) => ({ actor, target, details }))
}

const auditedTransfers = async (app: TestApp): Promise<number> => (await transfers(app)).length
