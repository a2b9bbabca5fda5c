import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPatient, getPatient, listMerges, mergePatients } from '#contract'
import { onKillableNode } from '../../../testing/kill.ts'
import { post } from '../../../testing/lose-answer.ts'

/** The steps at which a trigger holds up a merge. */
const steps = [
  { step: 'before its Idempotency-Key is noted', hold: 'before insert on idempotency_records' },
  { step: 'before the merge is noted', hold: 'before insert on patient_merges' },
  { step: 'between the moves and the retirement', hold: 'before update of merged_into on patients' },
  { step: 'before the answer is kept', hold: 'before update on idempotency_records' },
]

onKillableNode('kill -9 during a merge', (node) => {
  for (const { step, hold } of steps) {
    test(`${step}, leaves nothing of it, and a retry merges once`, async () => {
      const body = await twoRecords()
      const send = () =>
        post(node().url, { path: mergePatients.path, headers: node().headers, body, idempotencyKey: step })
      await node().killDuring(send, hold)
      assert.equal((await node().client.call(getPatient, { patientId: body.sourceId })).status, 'active')
      assert.deepEqual(await mergesOf(body.sourceId), [])

      const retry = await send()
      assert.deepEqual([retry.status, retry.headers.get('idempotent-replayed')], [200, null])
      assert.deepEqual(await mergesOf(body.sourceId), [await retry.json()])
    })
  }

  test('between commit and response, loses nothing: a retry gets the first response', async () => {
    const body = await twoRecords()
    const answer = await node().loseAnswer({ path: mergePatients.path, body, idempotencyKey: 'lost answer' })
    assert.deepEqual(await mergesOf(body.sourceId), [JSON.parse(answer)])
  })

  async function twoRecords(): Promise<{ sourceId: string; targetId: string }> {
    const identifiers = [{ system: 's', value: '1' }]
    const { client } = node()
    const source = await client.call(createPatient, { givenName: 'Source', identifiers })
    const target = await client.call(createPatient, { givenName: 'Target' })
    return { sourceId: source.id, targetId: target.id }
  }

  const mergesOf = async (patientId: string) => (await node().client.call(listMerges, { patientId })).data
})
