import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createInvitation, getMe, listApiKeyActions, listAuditLog, revokeInvitation } from '#contract'
import { onDatabase, refusal } from '#testing'

onDatabase('the actions of a key', (app) => {
  test('are those performed with it and no others, newest first, with its prefix and the address', async () => {
    const [key, other] = [await app().withKey('admin'), await app().withKey('admin')]
    await key.call(getMe)
    const invited = { email: 'guest@aerie.test', role: 'member' } as const
    const { id: invitationId } = await key.call(createInvitation, invited)
    await other.call(revokeInvitation, { invitationId })
    await app().as('admin').call(createInvitation, invited)

    const { data } = await app().as('admin').call(listApiKeyActions, { keyId: key.keyId })
    assert.deepEqual(
      data.map(({ action, target, actor, address }) => ({ action, target, actor, address })),
      [
        {
          action: 'invitation.create',
          target: { type: 'invitation', id: invitationId, label: 'guest@aerie.test' },
          actor: {
            id: app().people.admin.id,
            email: 'admin@aerie.test',
            via: 'api_key',
            apiKey: { id: key.keyId, name: 'A key of the admin', prefix: key.token.slice(0, 12) },
          },
          address: '127.0.0.1',
        },
      ],
    )
    assert.deepEqual((await app().as('owner').call(listApiKeyActions, { keyId: key.keyId })).data, data)
    assert.deepEqual((await app().as('owner').call(listAuditLog, { apiKey: key.keyId })).data, data)
    await refusal(app().as('member').call(listApiKeyActions, { keyId: key.keyId }), 'api_key_not_found')
  })

  test('name the address that a trusted proxy reports, and none that a caller makes up', async () => {
    const key = await app().withKey('admin')
    const invite = (email: string, forwarded: string) =>
      app().fetch('/api/invitations', {
        method: 'POST',
        headers: {
          authorization: `Bearer ${key.token}`,
          'content-type': 'application/json',
          'x-forwarded-for': forwarded,
        },
        body: JSON.stringify({ email, role: 'member' }),
      })
    // The tests' own address is trusted: the last address before it counts.
    for (const [n, forwarded] of [
      '203.0.113.7',
      '198.51.100.1, 203.0.113.7',
      'nonsense',
      'fe80::1%eth0',
    ].entries())
      assert.equal((await invite(`guest-${n}@aerie.test`, forwarded)).status, 201)
    const { data } = await app().as('owner').call(listApiKeyActions, { keyId: key.keyId })
    assert.deepEqual(
      data.map(({ address }) => address),
      ['fe80::1', '127.0.0.1', '203.0.113.7', '203.0.113.7'],
    )
  })
})
