import assert from 'node:assert/strict'
import { test } from 'node:test'
import { updateUser } from '#contract'
import { addNewcomer, meeting, onPostgres, refusal } from '#testing'

onPostgres('changes of one member that meet', (app) => {
  test('a demotion and a disabling at once both count', async () => {
    const { id: userId } = await addNewcomer(app(), 'admin')
    await meeting(app().databaseUrl, hold(userId), () =>
      Promise.all([
        app().as('owner').call(updateUser, { userId, role: 'member' }),
        app().as('admin').call(updateUser, { userId, disabled: true }),
      ]),
    )
    assert.deepEqual(await rowOf(userId), { role: 'member', disabled: true, version: 3 })
    assert.deepEqual(await actionsOn(userId), ['user.disable', 'user.role'])
  })

  test('of two changes at once to the version that both have read, one is refused', async () => {
    const { id: userId } = await addNewcomer(app(), 'member')
    const outcomes = await meeting(app().databaseUrl, hold(userId), () =>
      Promise.allSettled([
        app().as('owner').call(updateUser, { userId, role: 'admin', version: 1 }),
        app().as('admin').call(updateUser, { userId, disabled: true, version: 1 }),
      ]),
    )
    const lost = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
    assert.equal(lost.length, 1)
    await refusal(Promise.reject(lost[0]), 'stale_version')
    assert.equal((await rowOf(userId))?.version, 2)
    assert.equal((await actionsOn(userId)).length, 1)
  })

  const hold = (userId: string) => ({ lock: `select from users where id = '${userId}' for update`, count: 2 })

  const rowOf = (id: string) =>
    app()
      .db.reader.selectFrom('users')
      .select(['role', 'disabled', 'version'])
      .where('id', '=', id)
      .executeTakeFirst()

  async function actionsOn(id: string): Promise<string[]> {
    const rows = await app()
      .db.reader.selectFrom('auditLog')
      .select('action')
      .where('targetId', '=', id)
      .where('action', 'in', ['user.role', 'user.disable'])
      .orderBy('action')
      .execute()
    return rows.map(({ action }) => action)
  }
})
