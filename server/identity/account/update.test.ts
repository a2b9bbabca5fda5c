import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getMe, listAuditLog, listUsers, updateAccount } from '#contract'
import { inBrowser, onDatabase, refusal } from '#testing'

onDatabase('changing one’s name', (app) => {
  test('shows everywhere and in the audit log; the same name again changes nothing', async () => {
    const { id, email, name } = app().people.member
    const changed = { id, email, name: 'Grace Hopper', role: 'member' }
    const member = app().as('member')
    assert.deepEqual(await member.call(updateAccount, { name: ' Grace Hopper ' }), changed)
    assert.deepEqual(await member.call(updateAccount, { name: 'Grace Hopper' }), changed)
    assert.deepEqual((await member.call(getMe)).user, changed)
    const { data: users } = await app().as('owner').call(listUsers)
    assert.equal(users.find((user) => user.id === id)?.name, 'Grace Hopper')
    const { data } = await app().as('owner').call(listAuditLog, { action: 'user.name' })
    assert.deepEqual(
      data.map(({ actor, target, details }) => ({ actor, target, details })),
      [
        {
          actor: inBrowser({ id, email }),
          target: { type: 'user', id, label: email },
          details: { formerName: name, name: 'Grace Hopper' },
        },
      ],
    )
  })

  test('is refused without a name, and with one that is too long', async () => {
    for (const name of ['', '   ', 'x'.repeat(101)]) {
      const refused = await refusal(app().as('member').call(updateAccount, { name }), 'validation_failed')
      assert.equal(refused.errors?.[0]?.path, 'name')
    }
  })
})
