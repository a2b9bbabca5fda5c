import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getMe, listUsers, operations, updateUser } from '#contract'
import { bearer, onDatabase, rawCall, refusal } from '#testing'

const sessionOnly = operations.filter(({ credentials }) => credentials === 'session')

test('fact 7: every address of key management takes a session only', () => {
  const management = operations.filter(({ path }) => /\/api-keys(\/|$)/.test(path))
  assert.deepEqual(management.map(({ id }) => id).sort(), [
    'apiKeys.create',
    'apiKeys.get',
    'apiKeys.getUsage',
    'apiKeys.identify',
    'apiKeys.list',
    'apiKeys.listActions',
    'apiKeys.listEveryones',
    'apiKeys.listRefusals',
    'apiKeys.revoke',
    'apiKeys.revokeMany',
    'apiKeys.update',
  ])
  for (const { id, credentials } of management) assert.equal(credentials, 'session', id)
})

onDatabase('what a key cannot do', (app) => {
  for (const { id, method, path } of sessionOnly) {
    test(`fact 7: ${id} refuses a key, the owner’s too, and nothing happens`, async () => {
      for (const role of ['owner', 'member'] as const) {
        const key = await app().withKey(role)
        const before = await keysAndEntries()
        const { status, body } = await rawCall(app().url, path.replace(/:\w+/, key.keyId), {
          method,
          headers: { ...bearer(key.token), 'content-type': 'application/json' },
          ...(method !== 'GET' && { body: JSON.stringify({ name: 'Made with a key' }) }),
        })
        assert.equal(status, 403)
        assert.equal(JSON.parse(body).code, 'session_required')
        assert.deepEqual(await keysAndEntries(), before)
        assert.equal((await key.call(getMe)).apiKey?.id, key.keyId)
      }
    })
  }

  test('fact 7: a key makes nobody owner, as the pages do not either', async () => {
    const { id: userId } = app().people.member
    const before = await app().as('owner').call(listUsers)
    for (const caller of [await app().withKey('owner'), app().as('owner'), await app().withKey('admin')]) {
      await refusal(caller.call(updateUser, { userId, role: 'owner' }), 'owner_promotion_forbidden')
    }
    const owner = { userId: app().people.owner.id }
    for (const change of [{ role: 'member' }, { disabled: true }] as const) {
      await refusal(
        (await app().withKey('admin')).call(updateUser, { ...owner, ...change }),
        'owner_protected',
      )
    }
    assert.deepEqual(await app().as('owner').call(listUsers), before)
  })

  async function keysAndEntries() {
    const { reader } = app().db
    return [
      await reader.selectFrom('apiKeys').selectAll().orderBy('id').execute(),
      await reader.selectFrom('auditLog').selectAll().orderBy('id').execute(),
    ]
  }
})
