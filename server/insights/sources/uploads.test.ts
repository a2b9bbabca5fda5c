import assert from 'node:assert/strict'
import { glob } from 'node:fs/promises'
import { before, test } from 'node:test'
import {
  type createSource,
  createTracker,
  deleteSource,
  getSourceText,
  getTrackerResults,
  type Input,
  listSources,
  retrySource,
} from '#contract'
import { meeting, onEachDatabase, onPostgres, patiently, type TestApp, until } from '#testing'
import { newProject, read, settled, textFile, upload } from './testing/uploads.ts'

onEachDatabase('the kind of a file', (app) => {
  test('is recognized by its content, unless the upload sets it', async () => {
    const text = 'Ada: The price is too high.\nBob: I agree.\nAda: We leave.'
    for (const [kind, expected] of [
      [undefined, 'transcript'],
      ['text', 'text'],
    ] as const) {
      const projectId = await newProject(app())
      const source = await read(app(), { projectId, file: textFile('call.txt', text), ...(kind && { kind }) })
      assert.equal(source.kind, expected)
      const again = await upload(app(), {
        projectId,
        file: textFile('call.txt', text),
        ...(kind && { kind }),
      })
      assert.equal(again.status, 200)
    }
  })

  test('can be set to transcript, and again with the external id', async () => {
    const projectId = await newProject(app())
    const file = () => textFile('call.txt', 'Ada: Hi.\nBob: Hello.')
    const first = await read(app(), { projectId, externalId: 'call', file: file() })
    assert.equal(first.kind, 'text')
    const second = await read(app(), { projectId, externalId: 'call', file: file(), kind: 'transcript' })
    assert.deepEqual([second.id, second.kind], [first.id, 'transcript'])
    const { segments } = await app().as('member').call(getSourceText, { sourceId: second.id })
    assert.deepEqual(
      segments.map(({ speaker }) => speaker),
      ['Ada', 'Bob'],
    )
  })
})

onEachDatabase('uploading again', (app) => {
  let projectId: string
  const sources = async () => (await app().as('member').call(listSources, { projectId, limit: 200 })).data

  test('returns the existing source for the same bytes, however they are sent', async () => {
    projectId = await newProject(app())
    const first = await upload(app(), { projectId, file: textFile('notes.txt', 'The same words') })
    assert.equal(first.status, 202)
    const source = await settled(app(), first.source.id)
    for (const again of [
      { projectId, file: textFile('notes.txt', 'The same words'), title: 'Another title' },
      { projectId, file: textFile('renamed.md', 'The same words') },
      { projectId, title: 'As JSON', text: 'The same words' },
    ]) {
      assert.deepEqual(await upload(app(), again), { status: 200, source })
    }
    assert.equal(
      (
        await upload(app(), {
          projectId: await newProject(app()),
          title: 'Elsewhere',
          text: 'The same words',
        })
      ).status,
      202,
    )
  })

  test('with an external id returns the existing source for the same content, and creates a version for other content', async () => {
    projectId = await newProject(app())
    const said = { projectId, title: 'Ticket 7', externalId: 'ticket-7', tags: ['open'], author: 'Ada' }
    const first = await read(app(), { ...said, text: 'It does not work' })
    assert.deepEqual(await upload(app(), { ...said, text: 'It does not work' }), {
      status: 200,
      source: first,
    })

    const { status, source } = await upload(app(), {
      projectId,
      title: 'Ticket 7, solved',
      externalId: 'ticket-7',
      text: 'It works now',
      tags: ['closed'],
    })
    assert.equal(status, 202)
    assert.equal(source.id, first.id)
    assert.equal(source.version, first.version + 1)
    assert.notEqual(source.sha256, first.sha256)
    assert.deepEqual([source.title, source.tags, source.author], ['Ticket 7, solved', ['closed'], 'Ada'])
    const second = await settled(app(), source.id)
    assert.equal(second.status, 'ready')
    const { text } = await app().as('member').call(getSourceText, { sourceId: source.id })
    assert.equal(text, 'It works now')
    assert.equal((await sources()).length, 1)
  })

  test('the old text remains while a new version is read, and is removed if that fails', async () => {
    projectId = await newProject(app())
    const said = { projectId, title: 'Report', externalId: 'report' }
    const { id: sourceId } = await read(app(), { ...said, text: 'What it said at first' })
    const { source } = await upload(app(), { ...said, file: new File(['%PDF-1.7 nothing'], 'report.pdf') })
    assert.deepEqual([source.id, source.status, source.textChars], [sourceId, 'queued', 21])
    const failed = await settled(app(), sourceId)
    assert.deepEqual([failed.status, failed.textChars, failed.language], ['failed', null, null])
    const { rows } = await app().db.pool.query('select from source_texts where source_id = $1', [sourceId])
    assert.equal(rows.length, 0)
    const ready = await read(app(), { ...said, text: 'What it says at last' })
    assert.deepEqual([ready.id, ready.status, ready.error, ready.filename], [sourceId, 'ready', null, null])
  })

  test('the same bytes under two external ids are two sources; without one they are the older of them', async () => {
    projectId = await newProject(app())
    const said = { projectId, title: 'Twin', text: 'Said twice' }
    const { source: a } = await upload(app(), { ...said, externalId: 'a' })
    const { source: b, status } = await upload(app(), { ...said, externalId: 'b' })
    assert.equal(status, 202)
    assert.notEqual(b.id, a.id)
    const { source, status: again } = await upload(app(), said)
    assert.deepEqual([again, source.id], [200, a.id])
  })

  test('a source uploaded by hand gets the external id when a script uploads it', async () => {
    projectId = await newProject(app())
    const said = { projectId, title: 'By hand', text: 'First by hand' }
    const byHand = await read(app(), said)
    const { status, source } = await upload(app(), { ...said, externalId: 'script-1' })
    assert.equal(status, 200)
    assert.deepEqual(
      { ...source, updatedAt: '' },
      { ...byHand, externalId: 'script-1', version: byHand.version + 1, updatedAt: '' },
    )
    assert.equal((await upload(app(), { ...said, externalId: 'script-1' })).source.id, byHand.id)
    assert.equal((await upload(app(), said)).source.id, byHand.id)
    assert.equal((await sources()).length, 1)
  })

  test('with an external id also returns the existing source for a file without an extension', async () => {
    projectId = await newProject(app())
    const file = () => new File(['Notes of Monday'], 'NOTES', { type: 'application/octet-stream' })
    const first = await read(app(), { projectId, externalId: 'notes', file: file() })
    assert.deepEqual([first.status, first.mimeType], ['ready', 'text/plain'])
    const again = await upload(app(), { projectId, externalId: 'notes', file: file() })
    assert.deepEqual(again, { status: 200, source: first })
  })

  test('a new version with another date moves the mentions that remain', async () => {
    projectId = await newProject(app())
    const member = app().as('member')
    const said = { projectId, title: 'Call', externalId: 'call' }
    await read(app(), { ...said, text: 'The price', occurredAt: '2026-01-01T10:00:00Z' })
    const phrases = [{ text: 'price' }]
    const { id: trackerId } = await member.call(createTracker, { projectId, name: 'Price', phrases })
    const results = () => member.call(getTrackerResults, { trackerId })
    await until(results, ({ data }) => data.length === 1)
    await upload(app(), { ...said, text: 'The price is high', occurredAt: '2026-02-01T10:00:00Z' })
    assert.deepEqual((await results()).trend, [{ date: '2026-02-01', count: 1 }])
    await until(results, ({ data }) => data[0]!.snippet === 'The price is high')
    assert.deepEqual((await results()).trend, [{ date: '2026-02-01', count: 1 }])
  })

  test('a file that failed under a wrong name is read under the right one', async () => {
    projectId = await newProject(app())
    const words = 'Just text, and not a PDF at all'
    const failed = await read(app(), { projectId, file: textFile('words.pdf', words) })
    assert.equal(failed.status, 'failed')
    assert.equal((await upload(app(), { projectId, file: textFile('words.pdf', words) })).status, 200)
    const { status, source } = await upload(app(), { projectId, file: textFile('words.txt', words) })
    assert.deepEqual([status, source.id, source.filename], [202, failed.id, 'words.txt'])
    assert.equal((await settled(app(), source.id)).status, 'ready')
  })

  test('keeps only the files of sources', async () => {
    const wanted = await app().db.pool.query<{ key: string }>(
      'select file_key as key from sources order by 1',
    )
    await until(
      async () => (await filesOf(app())).sort(),
      (found) => JSON.stringify(found) === JSON.stringify(wanted.rows.map(({ key }) => key).sort()),
    )
  })
})

onPostgres('uploading simultaneously', (app) => {
  let nodes: TestApp[]
  let projectId: string

  before(async () => {
    nodes = [app(), await app().startNode()]
  })
  const atOnce = (count: number, input: (n: number) => Content) =>
    Promise.all(
      Array.from({ length: count }, (_, n) =>
        patiently(() => upload(nodes[n % 2]!, { ...input(n), projectId } as Input<typeof createSource>)),
      ),
    )
  const rows = async () =>
    (await app().db.pool.query('select external_id, sha256 from sources where project_id = $1', [projectId]))
      .rows

  test('the same file a hundred times, to two nodes, creates one source with equal responses', async () => {
    projectId = await newProject(app())
    const answers = await atOnce(100, () => ({ file: textFile('same.txt', 'A hundred times the same') }))
    assert.equal(answers.filter(({ status }) => status === 202).length, 1)
    assert.equal(answers.filter(({ status }) => status === 200).length, 99)
    assert.equal(new Set(answers.map(({ source }) => source.id)).size, 1)
    for (const { source } of answers) {
      assert.deepEqual(pick(source), pick(answers[0]!.source))
    }
    assert.equal((await rows()).length, 1)
    const ready = await settled(app(), answers[0]!.source.id)
    assert.equal(ready.status, 'ready')
    const { rows: keys } = await app().db.pool.query('select file_key as key from sources')
    await until(
      () => filesOf(app()),
      (found) => found.length === keys.length,
    )
  })

  test('the same file a hundred times with one external id creates one source', async () => {
    projectId = await newProject(app())
    const answers = await atOnce(100, () => ({ title: 'T', text: 'Under one id', externalId: 'one' }))
    assert.equal(new Set(answers.map(({ source }) => source.id)).size, 1)
    assert.equal(answers.filter(({ status }) => status === 202).length, 1)
  })

  test('the same bytes with and without an external id create one source', async () => {
    for (let round = 0; round < 10; round++) {
      projectId = await newProject(app())
      const lock = `select from projects where id = '${projectId}' for update`
      const answers = await meeting(app().databaseUrl, { lock, count: 6 }, () =>
        atOnce(6, (n) => ({
          title: 'T',
          text: 'By hand and by script',
          ...(n % 2 && { externalId: 'script' }),
        })),
      )
      assert.equal(new Set(answers.map(({ source }) => source.id)).size, 1)
      assert.deepEqual((await rows()).length, 1)
    }
  })

  test('different contents with one external id create one source with the last content', async () => {
    projectId = await newProject(app())
    const answers = await atOnce(40, (n) => ({
      title: `T${n}`,
      text: `Content ${n}`,
      externalId: 'changing',
    }))
    const [sourceId] = new Set(answers.map(({ source }) => source.id))
    assert.equal((await rows()).length, 1)
    assert.deepEqual(
      answers.map(({ source }) => source.version).sort((a, b) => a - b),
      Array.from({ length: 40 }, (_, n) => n + 1),
    )
    const last = answers.find(({ source }) => source.version === 40)!.source
    const ready = await settled(app(), sourceId!)
    assert.deepEqual([ready.status, ready.sha256, ready.title], ['ready', last.sha256, last.title])
    const { text } = await app().as('member').call(getSourceText, { sourceId: sourceId! })
    assert.equal(`T${text.slice('Content '.length)}`, last.title)
    const passages = () =>
      app().db.pool.query('select distinct reading from source_passages where source_id = $1', [sourceId])
    await until(passages, (found) => found.rows.length === 1)
  })

  test('deleting, retrying and uploading simultaneously leave either nothing or a source that is read', async () => {
    for (let round = 0; round < 15; round++) {
      projectId = await newProject(app())
      const said = { title: 'T', externalId: 'x' }
      const { id: sourceId } = await read(app(), {
        ...said,
        projectId,
        file: textFile('broken.pdf', `Not a PDF ${round}`),
      })
      await Promise.allSettled([
        nodes[0]!.as('member').call(deleteSource, { sourceId }),
        nodes[1]!.as('member').call(retrySource, { sourceId }),
        upload(nodes[1]!, { ...said, projectId, text: `Other content ${round}` }),
      ])
      const { data } = await app().as('member').call(listSources, { projectId })
      for (const { id } of data) assert.equal((await settled(app(), id)).status, 'ready')
      const { counts } = await app().as('member').call(listSources, { projectId })
      assert.deepEqual(counts, { queued: 0, extracting: 0, ready: data.length, failed: 0 })
    }
  })

  test('a list and its counts agree, even if a source changes in between', async () => {
    projectId = await newProject(app())
    await read(app(), { projectId, title: 'T', text: 'Counted' })
    const change = (status: string) =>
      `update sources set status = '${status}' where project_id = '${projectId}'`
    const { data, counts } = await meeting(
      app().databaseUrl,
      { lock: 'lock table source_counts', count: 1, change: change('queued') },
      () => app().as('member').call(listSources, { projectId }),
    )
    await app().db.pool.query(change('ready'))
    assert.equal(data[0]?.status, 'ready')
    assert.deepEqual(counts, { queued: 0, extracting: 0, ready: 1, failed: 0 })
  })
})

type Content = { file: File } | { title: string; text: string; externalId?: string }

/** What every answer about one source says, however far it has come. */
function pick({
  id,
  sha256,
  version,
  externalId,
  title,
  filename,
  createdAt,
}: Awaited<ReturnType<typeof settled>>) {
  return { id, sha256, version, externalId, title, filename, createdAt }
}

/** The keys of all files in the store. */
const filesOf = ({ dataDir }: TestApp): Promise<string[]> =>
  Array.fromAsync(glob('*/*', { cwd: `${dataDir}/files` }))
