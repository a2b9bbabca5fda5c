import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import {
  createProject,
  createSource,
  createTracker,
  deleteTracker,
  getTracker,
  getTrackerResults,
  listSources,
} from '#contract'
import { runKilledJobsAgain, until } from '#testing'
import { onKillableNode } from '../../testing/kill.ts'

const pool = (node: { rows<Row>(statement: string): Promise<Row[]> }) =>
  ({ pool: { query: (statement: string) => node.rows(statement) } }) as never

onKillableNode('a node that is killed while trackers look for something', (node) => {
  async function addSources(): Promise<string> {
    const { id: projectId } = await node().client.call(createProject, { name: 'Interviews' })
    for (let n = 0; n < 5; n++) {
      const text = `The price of ${n} is high.\n\nA fair price.`
      await node().client.call(createSource, { projectId, title: `Source ${n}`, text })
    }
    await until(
      () => node().client.call(listSources, { projectId }),
      ({ counts }) => counts.ready === 5,
    )
    return projectId
  }
  const track = (projectId: string) =>
    node().client.call(createTracker, { projectId, name: 'Price', phrases: [{ text: 'price' }] })

  /** Asks again and again, until the node does not answer any more. */
  async function watch(trackerId: string): Promise<never> {
    const { client } = node()
    for (;;) {
      await client.call(getTracker, { trackerId })
      await wait(20)
    }
  }

  for (const hold of [
    'before insert on mentions',
    'before delete on tracker_backfills',
    'constraint after insert on mentions',
  ]) {
    test(`killed ${hold}, the next one continues: each mention is found once`, async () => {
      const projectId = await addSources()
      let trackerId = ''
      await node().killDuring(async () => {
        trackerId = (await track(projectId)).id
        await watch(trackerId)
      }, hold)
      await runKilledJobsAgain(pool(node()))
      const { counts } = await until(
        () => node().client.call(getTracker, { trackerId }),
        ({ backfill }) => backfill === null,
      )
      assert.deepEqual(counts, { mentions: 10, sources: 5 })
      const { data } = await node().client.call(getTrackerResults, { trackerId })
      assert.deepEqual(
        data.map(({ seq }) => seq),
        [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
      )
    })
  }

  test('killed while a deleted tracker is being removed, the next one removes the rest', async () => {
    const projectId = await addSources()
    const { id: trackerId } = await track(projectId)
    await until(
      () => node().client.call(getTracker, { trackerId }),
      ({ backfill }) => backfill === null,
    )
    await node().killDuring(async () => {
      await node().client.call(deleteTracker, { trackerId })
      for (const { client } = node(); ; await wait(20)) await client.call(listSources, { projectId })
    }, 'before delete on tracker_counters')
    await runKilledJobsAgain(pool(node()))
    await until(
      () => node().rows(`select from trackers where id = '${trackerId}'`),
      ({ length }) => length === 0,
    )
    assert.deepEqual(await node().rows(`select from mentions where tracker_id = '${trackerId}'`), [])
  })
})
