import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { before, test } from 'node:test'
import { createTracker, deleteSource, getSource, pseudonymiseProject } from '#contract'
import { type ArrivingText, ExtractionError } from '#engines/extraction'
import { FileMissingError } from '#files'
import { createLog, newId } from '#platform'
import { filesIn, onDatabase } from '#testing'
import { partsOf } from '../../../../engines/language/text-part.ts'
import { paragraphs } from '../../../../engines/summaries/testing/paragraphs.ts'
import type { Matcher } from '../../matching/matcher.ts'
import type { Extractor } from '../extractor/extractor.ts'
import { newProject } from '../testing/uploads.ts'
import { createExtract } from './extract.ts'

onDatabase('a run that was overtaken', (app) => {
  let projectId: string
  before(async () => {
    projectId = await newProject(app())
  })

  test('does not change the result of the later run', async () => {
    const sourceId = await addSource()
    const [first, second] = [await begin(sourceId), await begin(sourceId)]
    second.found('What the later run read')
    await second.ended
    first.found('What the first run read')
    await first.ended
    assert.deepEqual(await textsOf(sourceId), ['What the later run read'])
    assert.equal((await source(sourceId)).status, 'ready')
    assert.equal(await passagesOf(sourceId), 1)
  })

  test('does not make it fail, either', async () => {
    const sourceId = await addSource()
    const [first, second] = [await begin(sourceId), await begin(sourceId)]
    first.failed()
    await first.ended
    assert.equal((await source(sourceId)).status, 'extracting')
    second.found('Read after all')
    await second.ended
    assert.deepEqual(await textsOf(sourceId), ['Read after all'])
  })

  test('writes nothing if other content was uploaded meanwhile', async () => {
    const sourceId = await addSource()
    const first = await begin(sourceId)
    await app().db.pool.query(
      `update sources set status = 'queued', reading = null, content_revision = 2 where id = $1`,
      [sourceId],
    )
    first.found('Of the old content')
    await first.ended
    assert.deepEqual(await textsOf(sourceId), [])
    assert.equal((await source(sourceId)).status, 'queued')
    assert.equal(await passagesOf(sourceId), 0)
  })

  test('writes nothing if the source was deleted meanwhile', async () => {
    const sourceId = await addSource()
    const first = await begin(sourceId)
    await app().as('member').call(deleteSource, { sourceId })
    first.found('Of what is gone')
    await first.ended
    assert.deepEqual(await textsOf(sourceId), [])
    assert.equal(await passagesOf(sourceId), 0)
  })

  test('does not fail if the file was deleted with the source, but does if only the file is missing', async () => {
    const [deleted, kept] = [await addSource(), await addSource()]
    const [first, second] = [await begin(deleted), await begin(kept)]
    await app().as('member').call(deleteSource, { sourceId: deleted })
    first.failed(new FileMissingError('ab/none'))
    await first.ended
    second.failed(new FileMissingError('ab/none'))
    await assert.rejects(second.ended, FileMissingError)
  })

  test('writes nothing if that happened while it was matched', async () => {
    await app()
      .as('member')
      .call(createTracker, { projectId, name: 'Words', phrases: [{ text: 'content' }] })
    const sourceId = await addSource()
    const [looking, looked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const first = await begin(sourceId, async () => {
      looking.resolve()
      await looked.promise
      return new Map()
    })
    first.found('Of the old content')
    await looking.promise
    await app().db.pool.query(
      `update sources set status = 'queued', reading = null, content_revision = 2 where id = $1`,
      [sourceId],
    )
    looked.resolve()
    await first.ended
    assert.deepEqual(await textsOf(sourceId), [])
    assert.equal((await source(sourceId)).status, 'queued')
    assert.equal(await passagesOf(sourceId), 0)
  })

  test('writes nothing if names were added meanwhile, and then reads with them', async () => {
    const project = await newProject(app())
    const sourceId = await addSource(project)
    const first = await begin(sourceId)
    await app()
      .as('admin')
      .call(pseudonymiseProject, { projectId: project, names: [{ name: 'Xquilia' }] })
    first.found('Xquilia said so')
    await assert.rejects(first.ended, /Names were added/)
    assert.deepEqual(await textsOf(sourceId), [])
    const again = await begin(sourceId)
    again.found('Xquilia said so')
    await again.ended
    assert.deepEqual(await textsOf(sourceId), ['Person 1 said so'])
  })

  test('does not take the passages of a source that is read together with it', async () => {
    const sourceIds = [await addSource(), await addSource()]
    const run = await begin(sourceIds)
    await app().as('member').call(deleteSource, { sourceId: sourceIds[1]! })
    run.found('Read together')
    await run.ended
    assert.deepEqual(await textsOf(sourceIds[0]!), ['Read together'])
    assert.deepEqual(await Promise.all(sourceIds.map(passagesOf)), [1, 0])
  })

  test('reads nothing when its node already stops', async () => {
    const sourceId = await addSource()
    const stopping = new Error('stopping')
    const run = await begin(sourceId, undefined, AbortSignal.abort(stopping))
    await assert.rejects(run.ended, stopping)
    assert.equal(run.wasAsked(), false)
    assert.equal((await source(sourceId)).status, 'extracting')
  })

  const files = () => filesIn(`${app().dataDir}/files`)
  const source = (sourceId: string) => app().as('member').call(getSource, { sourceId })
  const textsOf = async (sourceId: string) => {
    const { rows } = await app().db.pool.query(
      'select text from source_texts join source_text_parts using (source_id, reading) where source_id = $1',
      [sourceId],
    )
    return rows.map(({ text }) => text)
  }
  const passagesOf = async (sourceId: string) =>
    (await app().db.pool.query('select from source_passages where source_id = $1', [sourceId])).rows.length

  /** Without a job that would read it. */
  async function addSource(project = projectId): Promise<string> {
    const id = newId()
    const { key: fileKey, bytes, sha256 } = await files().write(id)
    const described = { title: 'A source', kind: 'text', mimeType: 'text/plain', filename: 'a.txt' }
    await app()
      .db.reader.insertInto('sources')
      .values({
        id,
        projectId: project,
        fileKey,
        bytes,
        sha256,
        ...described,
        createdBy: app().people.member.id,
      })
      .execute()
    return id
  }

  /** Begins a run, up to where it waits for what is found in the file. */
  async function begin(
    sourceIds: string | string[],
    match: () => Promise<Map<string, unknown>> = async () => new Map(),
    signal = new AbortController().signal,
  ) {
    let wasAsked = false
    const outcome = Promise.withResolvers<() => ArrivingText>()
    const asked = Promise.withResolvers<void>()
    const extractor: Extractor = {
      async extract(_, use) {
        wasAsked = true
        asked.resolve()
        return use((await outcome.promise)())
      },
      stop: async () => {},
    }
    const matcher = { match, stop: async () => {} } as unknown as Matcher
    const context = { db: app().db, log: createLog('silent'), signal }
    const job = createExtract({ files: files(), extractor, matcher }).jobFor(0)
    const ended = job.run(
      context as Parameters<typeof job.run>[0],
      ...[sourceIds].flat().map((sourceId) => ({ sourceId, contentRevision: 1 })),
    )
    await Promise.race([asked.promise, ended]).catch(() => {})
    return {
      ended,
      wasAsked: () => wasAsked,
      failed: (error: Error = new ExtractionError('unreadable', 'Not to be read.')) => outcome.reject(error),
      found: (text: string) =>
        outcome.resolve(() => ({
          textChars: text.length,
          parts: Readable.from(partsOf(text, paragraphs(text))),
          kind: 'text',
          mimeType: 'text/plain',
          language: 'en',
          short: null,
        })),
    }
  }
})
