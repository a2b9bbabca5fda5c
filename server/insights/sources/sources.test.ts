import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { before, test } from 'node:test'
import {
  deleteSource,
  getProject,
  getSource,
  getSourceContent,
  getSourceText,
  listSourceFormats,
  listSources,
  retrySource,
  updateProject,
  updateSource,
} from '#contract'
import { FileMissingError, type Files } from '#files'
import { newId, Refusal } from '#platform'
import { onDatabase, refusal, until } from '#testing'
import { createGetContent } from './get-content.ts'
import { newProject, read, settled, textFile, upload } from './testing/uploads.ts'

onDatabase('sources', (app) => {
  let projectId: string
  const member = () => app().as('member')
  const storedFiles = async () => (await app().db.pool.query('select file_key from sources')).rows.length

  before(async () => {
    projectId = await newProject(app())
  })

  test('text sent as JSON is accepted and read; text and original can be downloaded', async () => {
    const text = 'Dear all,\n\nthanks 😀.'
    const { status, source } = await upload(app(), {
      projectId,
      title: 'A letter',
      text,
      author: 'Ada',
      tags: ['spring', 'post'],
      metadata: { page: 3, draft: false },
      occurredAt: '2026-01-31T10:30:00+01:00',
    })
    assert.equal(status, 202)
    assert.deepEqual(
      { ...source, id: '', createdAt: '', updatedAt: '' },
      {
        id: '',
        projectId,
        externalId: null,
        title: 'A letter',
        kind: 'text',
        mimeType: 'text/plain',
        filename: null,
        bytes: 23,
        sha256: createHash('sha256').update(text).digest('hex'),
        original: 'kept',
        language: null,
        statedLanguage: null,
        status: 'queued',
        error: null,
        textChars: null,
        occurredAt: '2026-01-31T09:30:00.000Z',
        author: 'Ada',
        tags: ['spring', 'post'],
        metadata: { page: 3, draft: false },
        version: 1,
        createdAt: '',
        updatedAt: '',
      },
    )
    const ready = await settled(app(), source.id)
    assert.equal(ready.status, 'ready')
    assert.equal(ready.textChars, 21)
    assert.equal(ready.version, 1)
    const { text: read, segments } = await member().call(getSourceText, { sourceId: source.id })
    assert.equal(read, text)
    assert.deepEqual(
      segments.map(({ start, end }) => read.slice(start, end)),
      ['Dear all,', 'thanks 😀.'],
    )
    const original = await member().call(getSourceContent, { sourceId: source.id })
    assert.equal(await original.text(), text)
    assert.match(original.headers.get('content-disposition') ?? '', /filename="A letter\.txt"/)
  })

  test('a file is titled by its name by default, and downloaded unchanged', async () => {
    const source = await read(app(), {
      projectId,
      file: textFile('Gespräch mit 山田.md', '# Hallo\r\n\r\nWie geht’s?'),
    })
    assert.equal(source.title, 'Gespräch mit 山田')
    assert.equal(source.filename, 'Gespräch mit 山田.md')
    assert.equal(source.status, 'ready')
    const original = await member().call(getSourceContent, { sourceId: source.id })
    assert.equal(original.headers.get('content-type'), 'application/octet-stream')
    assert.ok(original.headers.get('content-disposition')?.includes("filename*=UTF-8''Gespr%C3%A4ch"))
    assert.equal(await original.text(), '# Hallo\r\n\r\nWie geht’s?')
    const titled = await read(app(), {
      projectId,
      file: textFile('notes.txt', 'Some notes'),
      title: 'Notes of Monday',
      tags: ['a', 'b'],
      metadata: { round: 2 },
    })
    assert.equal(titled.title, 'Notes of Monday')
    assert.deepEqual(titled.tags, ['a', 'b'])
    assert.deepEqual(titled.metadata, { round: 2 })
  })

  test('the text is plain text for callers that do not accept JSON', async () => {
    const { id } = await read(app(), { projectId, title: 'Plain', text: 'Just text\nof two lines' })
    const answer = await app().fetch(`/api/sources/${id}/text`, {
      headers: { ...app().people.member.headers, accept: 'text/plain' },
    })
    assert.match(answer.headers.get('content-type') ?? '', /^text\/plain; charset=utf-8/)
    assert.equal(await answer.text(), 'Just text\nof two lines')
  })

  test('the list is filtered by status, kind, tag and a part of the name, and counts the whole project', async () => {
    const ofList = await newProject(app())
    await read(app(), {
      projectId: ofList,
      title: 'Call with Ada',
      text: 'Ada: hi\nBob: ho',
      kind: 'transcript',
      tags: ['call'],
    })
    await read(app(), { projectId: ofList, title: '100% sure', text: 'Percent', externalId: 'crm-17' })
    await read(app(), { projectId: ofList, file: new File([Buffer.from('%PDF-1.7 broken')], 'broken.pdf') })
    const titles = async (filter: object) => {
      const { data, counts } = await member().call(listSources, { projectId: ofList, ...filter })
      assert.deepEqual(counts, { queued: 0, extracting: 0, ready: 2, failed: 1 })
      return data.map(({ title }) => title)
    }
    assert.deepEqual(await titles({}), ['broken', '100% sure', 'Call with Ada'])
    assert.deepEqual(await titles({ status: 'failed' }), ['broken'])
    assert.deepEqual(await titles({ kind: 'transcript' }), ['Call with Ada'])
    assert.deepEqual(await titles({ tag: 'call' }), ['Call with Ada'])
    assert.deepEqual(await titles({ q: '0%' }), ['100% sure'])
    assert.deepEqual(await titles({ q: 'CRM-1' }), ['100% sure'])
    assert.deepEqual(await titles({ q: 'BROKEN.pdf' }), ['broken'])
    const first = await member().call(listSources, { projectId: ofList, limit: 2 })
    const second = await member().call(listSources, {
      projectId: ofList,
      limit: 2,
      cursor: first.nextCursor!,
    })
    assert.equal(second.data[0]?.title, 'Call with Ada')
    assert.equal(second.nextCursor, null)
    assert.equal((await member().call(getProject, { projectId: ofList })).counts.sources, 3)
  })

  test('the details of a source can be changed, unless its version is outdated', async () => {
    const source = await read(app(), { projectId, title: 'Draft', text: 'To be described', author: 'Ada' })
    const sourceId = source.id
    const changed = await member().call(updateSource, {
      sourceId,
      version: source.version,
      title: 'Final',
      author: null,
      tags: ['x'],
      metadata: { round: 1 },
      occurredAt: '2020-02-29T00:00:00Z',
    })
    assert.equal(changed.title, 'Final')
    assert.equal(changed.author, null)
    assert.equal(changed.occurredAt, '2020-02-29T00:00:00.000Z')
    assert.equal(changed.version, source.version + 1)
    assert.equal(changed.status, 'ready')
    await refusal(
      member().call(updateSource, { sourceId, version: source.version, title: 'Lost' }),
      'stale_version',
    )
    assert.deepEqual(await member().call(getSource, { sourceId }), changed)
    assert.equal((await member().call(updateSource, { sourceId, occurredAt: null })).occurredAt, null)
  })

  test('a deleted source disappears with its text and file', async () => {
    const { id: sourceId } = await read(app(), { projectId, title: 'Doomed', text: 'To be forgotten' })
    const { rows } = await app().db.pool.query('select file_key from sources where id = $1', [sourceId])
    assert.deepEqual(await member().call(deleteSource, { sourceId }), { id: sourceId })
    for (const operation of [
      getSource,
      getSourceText,
      getSourceContent,
      deleteSource,
      retrySource,
    ] as const) {
      await refusal(member().call(operation, { sourceId }), 'source_not_found')
    }
    await until(
      async () =>
        (await app().db.pool.query('select from source_passages where source_id = $1', [sourceId])).rows,
      (left) => left.length === 0,
    )
    assert.equal(rows.length, 1)
    assert.ok(await storedFiles())
  })

  test('a download during a replacement or deletion returns the new file or none', async () => {
    const said = { projectId, title: 'Call', externalId: 'replaced while it is asked for' }
    const { id: sourceId } = await read(app(), { ...said, text: 'Before' })
    const download = (meanwhile: () => Promise<unknown>) => {
      let looks = 0
      const files = {
        async read() {
          if (looks++ > 0) return Readable.from(['After'])
          await meanwhile()
          throw new FileMissingError('ab/none')
        },
      }
      const call = {
        db: app().db,
        actor: { email: 'member@aerie.test', via: 'session' },
        params: { sourceId },
      }
      return createGetContent(files as unknown as Files).perform(call as never)
    }
    const { content } = (await download(() => read(app(), { ...said, text: 'After' }))) as {
      content: Readable
    }
    assert.equal(await text(content), 'After')
    await assert.rejects(
      download(() => member().call(deleteSource, { sourceId })),
      (error) => error instanceof Refusal && error.code === 'source_not_found',
    )
  })

  test('a failed source has a reason, keeps its file, and can be retried', async () => {
    const source = await read(app(), { projectId, file: new File(['%PDF-1.7 nothing'], 'scan.pdf') })
    const sourceId = source.id
    assert.equal(source.status, 'failed')
    assert.equal(source.error?.code, 'unreadable')
    assert.ok(source.error?.message)
    assert.equal(source.textChars, null)
    await refusal(member().call(getSourceText, { sourceId }), 'source_not_ready')
    assert.equal(await (await member().call(getSourceContent, { sourceId })).text(), '%PDF-1.7 nothing')
    const again = await member().call(retrySource, { sourceId })
    assert.equal(again.status, 'queued')
    assert.equal(again.error, null)
    assert.equal((await settled(app(), sourceId)).status, 'failed')
    const ready = await read(app(), { projectId, title: 'Fine', text: 'Nothing wrong here' })
    await refusal(member().call(retrySource, { sourceId: ready.id }), 'source_not_failed')
  })

  test('an archived project accepts no sources, and an unknown one has none', async () => {
    const archived = await newProject(app())
    await member().call(updateProject, { projectId: archived, archived: true })
    await refusal(upload(app(), { projectId: archived, title: 'Late', text: 'Too late' }), 'project_archived')
    await refusal(
      upload(app(), { projectId: archived, file: textFile('late.txt', 'Too late') }),
      'project_archived',
    )
    const unknown = newId()
    await refusal(upload(app(), { projectId: unknown, title: 'Lost', text: 'Nowhere' }), 'project_not_found')
    await refusal(member().call(listSources, { projectId: unknown }), 'project_not_found')
  })

  test('a year of more than four digits is rejected', async () => {
    for (const occurredAt of ['0001-01-01T00:00:00+14:00', '9999-12-31T23:59:59-14:00']) {
      await refusal(
        upload(app(), { projectId, title: 'Long ago', text: 'Once', occurredAt }),
        'validation_failed',
      )
    }
    const { source } = await upload(app(), {
      projectId,
      title: 'At the very end',
      text: 'The end',
      occurredAt: '9999-12-31T23:59:59.9999Z',
    })
    assert.equal(source.occurredAt, '9999-12-31T23:59:59.999Z')
  })

  test('the formats are returned with their limits', async () => {
    const { data, maxBytes, maxTextChars } = await member().call(listSourceFormats)
    for (const extension of 'txt md html pdf docx pptx xlsx odt rtf csv json vtt srt eml'.split(' ')) {
      assert.ok(data.some(({ extensions }) => extensions.includes(extension)))
    }
    assert.equal(maxBytes, 100_000_000)
    assert.equal(maxTextChars, 20_000_000)
  })
})
