import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  createProject,
  createSource,
  createTracker,
  getSource,
  getSourceText,
  listSources,
  searchProject,
} from '#contract'
import { type Database, openDatabase } from '#database'
import { runKilledJobsAgain, until } from '#testing'
import { onKillableNode } from '../../../testing/kill.ts'
import { createMatcher, type Matcher } from '../../matching/matcher.ts'
import { countersOf, freshScan, mentionsThere } from '../../trackers/testing/scan.ts'

const steps = [
  { step: 'before it is noted that the source is being read', hold: 'before update on sources' },
  { step: 'before its passages are written', hold: 'before insert on source_passages' },
  { step: 'before its text is written', hold: 'before insert on source_texts' },
  { step: 'between its text and its mentions', hold: 'before insert on mentions' },
  { step: 'during the commit', hold: 'constraint after insert on source_texts' },
]

onKillableNode('reading and kill -9', (node) => {
  let db: Database
  let matcher: Matcher
  let projectId: string

  before(async () => {
    db = await openDatabase({ url: node().databaseUrl, dataDir: '', poolSize: 2 })
    matcher = createMatcher()
    const { client } = node()
    projectId = (await client.call(createProject, { name: 'Interviews' })).id
    for (const text of ['parcel', 'nobody', 'late'])
      await client.call(createTracker, {
        projectId,
        name: text,
        phrases: [{ text }],
        query: `${text} NEAR/9 again`,
      })
  })
  after(async () => {
    await matcher.stop()
    await db.close()
  })

  for (const { step, hold } of steps) {
    test(`killed ${step}, a source is read again, with each mention once`, async () => {
      const { id: sourceId } = await uploadUntilKilled(contentOf(step), hold)
      await endsWell(sourceId, contentOf(step))
    })
  }

  test('killed while a new version is read, a source keeps its old text until it has the new one', async () => {
    const said = { projectId, title: 'Versions', externalId: 'versions' }
    const { id: sourceId } = await node().client.call(createSource, { ...said, text: contentOf('old') })
    await settled(sourceId)
    await uploadUntilKilled(contentOf('new'), 'before update on source_texts', said)
    const there = await node().client.call(getSourceText, { sourceId })
    assert.equal(there.text, contentOf('old'))
    await endsWell(sourceId, contentOf('new'))
  })

  test('killed while a long file is extracted, it is read again', async () => {
    const text = Array.from(
      { length: 10_000 },
      (_, n) => `Paragraph ${n} speaks at length of a parcel.`,
    ).join('\n\n')
    const { id: sourceId } = await node().client.call(createSource, {
      projectId,
      file: new File([text], 'long.txt'),
    })
    await until(
      () => node().client.call(getSource, { sourceId }),
      ({ status }) => status === 'extracting',
    )
    await node().kill()
    await endsWell(sourceId, text)
  })

  test('a source that kills the node repeatedly fails with that reason', async () => {
    const said = { projectId, title: 'Deadly' }
    const hold = 'before insert on source_passages'
    const { id: sourceId } = await uploadUntilKilled(contentOf('deadly'), hold, said, (id) =>
      // As if that had been the last attempt, a while ago.
      node().rows(
        `update pgboss.job set retry_count = retry_limit, heartbeat_on = now() - interval '1 hour'
         where state = 'active' and data->>'sourceId' = '${id}'`,
      ),
    )
    const failed = await settled(sourceId)
    assert.deepEqual([failed.status, failed.error?.code], ['failed', 'interrupted'])
    assert.deepEqual(await mentionsThere(db, projectId), await freshScan(db, matcher, projectId))
  })

  test('nothing is left half done', async () => {
    const { counts } = await node().client.call(listSources, { projectId })
    assert.deepEqual(counts, { queued: 0, extracting: 0, ready: steps.length + 2, failed: 1 })
  })

  const contentOf = (what: string) =>
    `A parcel, ${what}: nobody knew of it, and again it was late.\n\nLate again, nobody said.`

  /** Uploads, and kills the node where it is held up with reading; `killed` has its turn before the next one starts. */
  async function uploadUntilKilled(
    text: string,
    hold: string,
    said = { projectId, title: text },
    killed: (sourceId: string) => Promise<unknown> = async () => {},
  ) {
    const { client } = node()
    let id = ''
    await node().killDuring(async () => {
      id = (await client.call(createSource, { ...said, text })).id
      // Until the node does not answer any more.
      await until(
        () => client.call(getSource, { sourceId: id }),
        () => false,
      ).finally(() => killed(id))
    }, hold)
    return { id }
  }

  async function settled(sourceId: string) {
    return until(
      () => node().client.call(getSource, { sourceId }),
      ({ status }) => status === 'ready' || status === 'failed',
    )
  }

  async function endsWell(sourceId: string, text: string): Promise<void> {
    await runKilledJobsAgain(db)
    const source = await settled(sourceId)
    assert.deepEqual([source.status, source.error], ['ready', null])
    assert.equal((await node().client.call(getSourceText, { sourceId })).text, text)
    assert.deepEqual(await mentionsThere(db, projectId), await freshScan(db, matcher, projectId))
    const { kept, counted } = await countersOf(db, projectId)
    assert.deepEqual(kept, counted)
    const { data } = await node().client.call(searchProject, { projectId, q: 'parcel', limit: 200 })
    const hits = data.filter((hit) => hit.sourceId === sourceId)
    assert.equal(new Set(hits.map(({ start }) => start)).size, hits.length)
    assert.ok(hits.length > 0)
    await until(
      () => node().rows(`select from source_passages where source_id = '${sourceId}' group by reading`),
      (readings) => readings.length === 1,
    )
  }
})
