import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createImport, exportRecords, getImport, type Import } from '#contract'
import { until } from '#testing'
import { onKillableNode } from '../../../testing/kill.ts'

const rows = 1000
const kills = 20

onKillableNode('imports and kill -9', (node) => {
  const file = () =>
    new File(
      [`id,family name\n${Array.from({ length: rows }, (_, n) => `K${n},Name ${n}`).join('\n')}\n`],
      'patients.csv',
    )
  const send = () => node().client.call(createImport, { kind: 'patients', file: file() })

  test(`killed at ${kills} moments and repeated, an import has each row once`, async () => {
    for (let kill = 0; kill < kills; kill++) {
      const { id: importId } = await send()
      // At a random step of a random batch: as soon as that many rows are done, or immediately.
      const wanted = Math.floor(Math.random() * rows)
      await until(
        () => node().client.call(getImport, { importId }),
        ({ progress, finishedAt }) => finishedAt !== null || progress.done >= wanted,
      )
      await node().kill()
    }
    const { id: importId } = await send()
    await node().rows(`update pgboss.job set heartbeat_on = now() - interval '1 hour' where state = 'active'`)
    const done: Import = await until(
      () => node().client.call(getImport, { importId }),
      ({ finishedAt }) => finishedAt !== null,
    )
    assert.equal(done.counts.failed + done.counts.flagged, 0)
    const exported = await (await node().client.call(exportRecords, { kind: 'patients' })).text()
    const keys = exported
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.split(',')[0])
    assert.deepEqual(keys.sort(), Array.from({ length: rows }, (_, n) => `K${n}`).sort())
    const [counted] = await node().rows<{ patients: number; changes: number }>(
      'select (select count(*)::int from patients) as patients, (select count(*)::int from patient_changes) as changes',
    )
    assert.deepEqual(counted, { patients: rows, changes: rows })
  })
})
