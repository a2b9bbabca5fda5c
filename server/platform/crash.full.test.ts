import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient } from '#client'
import { createApiKey, createProject, listProjects, revokeApiKey } from '#contract'
import { refusal } from '#testing'
import { onKillableNode } from '../testing/kill.ts'

/** Where a transaction is held up, by a trigger, and whether it is then past being undone. */
const stepsOfCreate = [
  { step: 'before its Idempotency-Key is noted', hold: 'before insert on idempotency_records', done: false },
  { step: 'before the key is written', hold: 'before insert on api_keys', done: false },
  { step: 'before the audit entry is written', hold: 'before insert on audit_log', done: false },
  { step: 'before the answer is kept', hold: 'before update on idempotency_records', done: false },
  { step: 'during the commit', hold: 'constraint after insert on audit_log', done: true },
]
const stepsOfRevoke = [
  { step: 'before the key is written', hold: 'before update on api_keys', done: false },
  { step: 'before the audit entry is written', hold: 'before insert on audit_log', done: false },
  { step: 'during the commit', hold: 'constraint after insert on audit_log', done: true },
]

onKillableNode('kill -9', (node) => {
  for (const { step, hold, done } of stepsOfCreate) {
    test(`while a key is made, ${step}, leaves the key and its audit entry or neither`, async () => {
      const before = await counts()
      const name = `Made, killed ${step}`
      const make = () => node().client.call(createApiKey, { name }, { idempotencyKey: name })
      await node().killDuring(make, hold)
      const there = done ? 1 : 0
      assert.deepEqual(await counts(), {
        keys: before.keys + there,
        created: before.created + there,
        revoked: before.revoked,
      })

      if (done) await refusal(make(), 'already_done')
      else await make()
      assert.deepEqual(await counts(), {
        keys: before.keys + 1,
        created: before.created + 1,
        revoked: before.revoked,
      })
    })
  }

  for (const { step, hold, done } of stepsOfRevoke) {
    test(`while a key is revoked, ${step}, leaves it revoked with its audit entry or neither`, async () => {
      const { id: keyId, token } = await node().client.call(createApiKey, { name: 'To be revoked' })
      const before = await counts()
      await node().killDuring(() => node().client.call(revokeApiKey, { keyId }), hold)
      const revoked = before.revoked + (done ? 1 : 0)
      assert.deepEqual(await counts(), { ...before, revoked })
      const use = createClient({ baseUrl: node().url, apiKey: token }).call(listProjects)
      await (done ? refusal(use, 'unauthenticated') : use)

      assert.equal((await node().client.call(revokeApiKey, { keyId })).status, 'revoked')
      assert.deepEqual(await counts(), { ...before, revoked: before.revoked + 1 })
    })
  }

  test('between commit and answer, loses nothing: a retry gets the answer that was under way', async () => {
    const body = { name: 'Made once' }
    await node().loseAnswer({ path: createProject.path, body, idempotencyKey: 'lost answer' })
    assert.equal((await node().client.call(listProjects, { q: 'Made once' })).data.length, 1)
  })

  async function counts() {
    const [row] = await node().rows<{ keys: number; created: number; revoked: number }>(
      `select (select count(*)::int from api_keys) as keys,
              (select count(*)::int from audit_log where action = 'api_key.create') as created,
              (select count(*)::int from audit_log where action = 'api_key.revoke') as revoked`,
    )
    return row!
  }
})
