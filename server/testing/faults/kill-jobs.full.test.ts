// A node is killed with kill -9 while a job writes: each job is held up at its statements in turn, and the next node runs it again.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import * as api from '#contract'
import { runKilledJobsAgain, until, untilRead, untilSearched } from '#testing'
import { type KillableNode, onKillableNode } from '../kill.ts'

interface Job {
  what: string
  /** Has the job sent, and returns the id of what it works on. */
  start(node: KillableNode, projectId: string): Promise<string>
  isDone(node: KillableNode, id: string): Promise<boolean>
  /** Returns what it leaves, which must be the same as without a kill: no ids, and no times. */
  result(node: KillableNode, id: string): Promise<unknown>
  /** Checks what is there between the kill and the next attempt. */
  meanwhile?(node: KillableNode, id: string): Promise<void>
  holds: string[]
}

const text = 'A parcel: nobody knew of it, and again it was late.\n\nLate again, nobody said.'

const isRead = async ({ client }: KillableNode, sourceId: string) =>
  ['ready', 'failed'].includes((await client.call(api.getSource, { sourceId })).status)

const isTracked = async ({ client }: KillableNode, trackerId: string) =>
  (await client.call(api.getTracker, { trackerId })).backfill === null

let names = 0
const newName = (): string => `N-${++names}`
/** The same bytes with another id are another source. */
const newSource = (projectId: string) => ({ projectId, title: 'Parcel', externalId: newName(), text })

/** Its mentions and counters are checked at the end, with all that is stored. */
async function sourceResult({ client, rows }: KillableNode, sourceId: string) {
  const { status, error, projectId } = await client.call(api.getSource, { sourceId })
  const found = await client.call(api.searchProject, { projectId, q: 'parcel', limit: 200 })
  const readings = () => rows(`select from source_passages where source_id = '${sourceId}' group by reading`)
  await until(readings, ({ length }) => length === 1)
  return {
    ...{ status, error, text: (await client.call(api.getSourceText, { sourceId })).text },
    hits: found.data.filter((hit) => hit.sourceId === sourceId).map(({ start, end }) => [start, end]),
  }
}

const jobs: Job[] = [
  {
    what: 'a source is read',
    start: async ({ client }, projectId) => (await client.call(api.createSource, newSource(projectId))).id,
    isDone: isRead,
    result: sourceResult,
    holds: [
      'before update on sources',
      'constraint after update on sources',
      'before insert on source_passages',
      'before insert on source_texts',
      'before insert on mentions',
      'constraint after insert on source_texts',
    ],
  },
  {
    what: 'a new version of a source is read',
    async start(node, projectId) {
      const source = newSource(projectId)
      const { id } = await node.client.call(api.createSource, { ...source, text: 'The old text.' })
      await untilRead(node.client, id)
      await node.client.call(api.createSource, source)
      return id
    },
    isDone: isRead,
    result: sourceResult,
    async meanwhile({ client }, sourceId) {
      assert.equal((await client.call(api.getSourceText, { sourceId })).text, 'The old text.')
    },
    holds: ['before update on source_texts'],
  },
  {
    what: 'a new tracker reads sources',
    start: async ({ client }, projectId) =>
      (await client.call(api.createTracker, { projectId, name: newName(), phrases: [{ text: 'again' }] })).id,
    isDone: isTracked,
    async result({ client }, trackerId) {
      const { counts } = await client.call(api.getTracker, { trackerId })
      const { data } = await client.call(api.getTrackerResults, { trackerId, limit: 200 })
      return { counts, numbers: data.map(({ seq }) => seq).sort((a, b) => a - b) }
    },
    holds: [
      'before insert on mentions',
      'before delete on tracker_backfills',
      'constraint after insert on mentions',
    ],
  },
  {
    what: 'a deleted tracker is removed',
    async start(node, projectId) {
      const tracker = { projectId, name: newName(), phrases: [{ text: 'again' }] }
      const { id: trackerId } = await node.client.call(api.createTracker, tracker)
      await untilSearched(node.client, trackerId)
      await node.client.call(api.deleteTracker, { trackerId })
      return trackerId
    },
    isDone: async ({ rows }, id) => (await rows(`select from trackers where id = '${id}'`)).length === 0,
    result: ({ rows }, id) => rows(`select from mentions where tracker_id = '${id}'`),
    holds: ['before delete on tracker_counters'],
  },
  {
    what: 'a skill runs',
    async start({ client, rows }, projectId) {
      const [source] = await rows<{ id: string }>(`select id from sources where title = 'First'`)
      const input = { sourceIds: [source!.id] }
      return (await client.call(api.startRun, { name: 'summarize', projectId, input })).id
    },
    isDone: async ({ client }, runId) => (await client.call(api.getRun, { runId })).finishedAt !== null,
    async result({ client }, runId) {
      const { status, output } = await client.call(api.getRun, { runId })
      assert.ok(output && output.citations.length > 0)
      return { status, output }
    },
    meanwhile: async ({ rows }) => {
      await rows(`update skill_runs set seen_at = seen_at - interval '1 minute' where status = 'running'`)
    },
    holds: [
      'after update of started_at on skill_runs',
      'before update of output on skill_runs',
      'constraint after update of output on skill_runs',
    ],
  },
  {
    what: 'an import runs',
    async start({ client }) {
      // Three batches.
      const name = newName()
      const rows = Array.from({ length: 500 }, (_, n) => `${name}-${n},Name ${n}\n`)
      const file = new File(['id,family name\n', ...rows], 'patients.csv')
      return (await client.call(api.createImport, { kind: 'patients', file })).id
    },
    isDone: async ({ client }, importId) =>
      (await client.call(api.getImport, { importId })).finishedAt !== null,
    async result({ client, rows }, importId) {
      const { status, counts } = await client.call(api.getImport, { importId })
      const totals =
        await rows(`select (select count(*) from patients) - (select sum(created) from imports) as others,
        (select count(*) from patient_changes) - (select sum(created) from imports) as changes`)
      return { status, counts, totals }
    },
    holds: [
      'before insert on patients',
      'before insert on imported_records',
      'constraint after update of created on imports',
      'before update of finished_at on imports',
    ],
  },
]

onKillableNode('kill -9 during a job', (node) => {
  let projectId: string
  before(async () => {
    const { client } = node()
    projectId = (await client.call(api.createProject, { name: 'Interviews' })).id
    for (const phrase of ['parcel', 'nobody', 'late']) {
      const query = `${phrase} NEAR/9 again`
      await client.call(api.createTracker, { projectId, name: phrase, phrases: [{ text: phrase }], query })
    }
    const { id } = await client.call(api.createSource, { ...newSource(projectId), title: 'First' })
    await untilRead(client, id)
  })

  for (const job of jobs)
    describe(`while ${job.what}`, () => {
      let undisturbed: unknown
      before(async () => {
        undisturbed = await resultOf(await job.start(node(), projectId))
      })
      for (const hold of job.holds)
        test(`${hold}: the next attempt leaves the same as one that nobody disturbs`, async () => {
          let id = ''
          await node().killDuring(async () => {
            const killed = node()
            id = await job.start(killed, projectId)
            // Fails when the node is dead, which no row of the database shows.
            await until(
              async () => (await killed.client.call(api.listProjects)) && job.isDone(killed, id),
              Boolean,
            )
          }, hold)
          await job.meanwhile?.(node(), id)
          await runKilledJobsAgain(node().rows)
          assert.deepEqual(await resultOf(id), undisturbed)
        })

      async function resultOf(id: string): Promise<unknown> {
        await until(() => job.isDone(node(), id), Boolean)
        return job.result(node(), id)
      }
    })

  test('a source that kills each attempt fails with that reason', async () => {
    let sourceId = ''
    const makeLastAttempt = (lastSign: string) =>
      node().rows(`update pgboss.job set retry_count = retry_limit, heartbeat_on = now() + '${lastSign}'
        where state = 'active' and data->>'sourceId' = '${sourceId}'`)
    const killReading = (begin: () => Promise<unknown>, lastSign: string) =>
      node().killDuring(async () => {
        const { client } = node()
        await begin()
        await untilRead(client, sourceId).finally(() => makeLastAttempt(lastSign))
      }, 'before insert on source_passages')
    // Together with others, and then alone. The next node must not notice the first kill before the second is prepared.
    await killReading(async () => {
      sourceId = (await node().client.call(api.createSource, newSource(projectId))).id
    }, '1 hour')
    await killReading(() => makeLastAttempt('-1 hour'), '-1 hour')
    const { status, error } = await untilRead(node().client, sourceId)
    assert.deepEqual([status, error?.code], ['failed', 'interrupted'])
    assert.deepEqual(await node().rows(`select from mentions where source_id = '${sourceId}'`), [])
  })
})
