import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { buffer, text as textOf } from 'node:stream/consumers'
import { after, afterEach, before, test } from 'node:test'
import { z } from 'zod'
import { type ErrorCode, operation, text } from '#contract'
import { implement, newId, Refusal } from '#platform'
import { keepingAlive, onEachDatabase, rawCall, refusal, until } from '#testing'
import { problem } from '../../testing/walk.ts'
import { type Served, serve } from './testing/serve.ts'

const keepFile = operation({
  id: 'test.keepFile',
  method: 'POST',
  path: '/api/boxes/:boxId/files',
  summary: 'Keep a file, in a project that has its key for a name.',
  allow: ['member'],
  params: z.strictObject({ boxId: z.uuid() }),
  body: z.strictObject({ content: text(1, 100) }),
  form: z.strictObject({
    title: text(1, 100).optional(),
    tags: z
      .string()
      .transform((written) => written.split(','))
      .optional(),
    about: z
      .string()
      .transform((written): unknown => JSON.parse(written))
      .optional(),
    end: z.enum(['not kept', 'refused', 'thrown', 'tried again']).optional(),
  }),
  result: z.strictObject({ key: z.string(), bytes: z.number(), sha256: z.string(), said: z.unknown() }),
  status: 201,
  errors: ['project_not_found', 'project_archived'],
})

let attempts = 0
const keep = implement(
  keepFile,
  async ({ body, store }) => ('file' in body ? body.file : await store(body.content)),
  async ({ tx, actor, body, prepared: file }) => {
    attempts++
    const end = 'file' in body ? body.end : undefined
    await tx.insertInto('projects').values({ id: newId(), name: file.key, createdBy: actor.userId }).execute()
    if (end !== 'not kept' && !(end === 'tried again' && attempts > 1)) file.keep()
    if (end === 'refused') throw new Refusal('project_archived')
    if (end === 'thrown') throw new Error('meant by the test')
    if (end === 'tried again' && attempts === 1)
      throw Object.assign(new Error('meant by the test'), { code: '40001' })
    const { key, bytes, sha256 } = file
    const said = 'file' in body ? { ...body, file: [body.file.filename, body.file.mimeType] } : body
    return { key, bytes, sha256, said }
  },
)

const megabyte = 1_000_000
const boxId = newId()
const address = `/api/boxes/${boxId}/files`
const boundary = 'a-boundary'
const authorization = 'Bearer any'
const headers = { authorization, 'content-type': `multipart/form-data; boundary=${boundary}` }

type Part = [head: string, content: string | Buffer]
const field = (name: string, content: string | Buffer): Part => [`name="${name}"`, content]
const aFile = (content: string | Buffer = 'A text.', filename = 'filename="a.txt"'): Part => [
  `name="file"; ${filename}`,
  content,
]

function form(...parts: Part[]): Buffer<ArrayBuffer> {
  const pieces = parts.flatMap(([head, content]) => [
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ])
  return Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)])
}

onEachDatabase('uploads', (app) => {
  let served: Served

  before(async () => {
    served = await serve([keep], { db: app().db, userId: app().people.member.id })
  })
  after(() => served.remove())
  afterEach(async () => {
    await served.files.remove(await served.keys())
    await app().db.reader.deleteFrom('projects').execute()
  })

  const send = (body: Buffer<ArrayBuffer> | ReadableStream) =>
    fetch(served.url + address, { method: 'POST', headers, body, duplex: 'half' } as RequestInit)
  const sent = async (...parts: Part[]) => {
    const answer = await send(form(...parts))
    assert.equal(answer.status, 201, await answer.clone().text())
    return (await answer.json()).said
  }
  const projects = async () => {
    const found = await app().db.reader.selectFrom('projects').select('name').execute()
    return found.map(({ name }) => name)
  }
  /** A file that nobody kept is removed once the answer is sent. */
  const left = (count: number) => until(served.keys, ({ length }) => length === count)
  const assertNothingLeft = async () => assert.deepEqual([await served.keys(), await projects()], [[], []])
  const assertRefused = async (body: Buffer<ArrayBuffer>, code: ErrorCode, ...paths: string[]) => {
    const { errors = [], detail } = await problem(send(body), code)
    assert.deepEqual(
      errors.map(({ path }) => path),
      paths,
    )
    await assertNothingLeft()
    return detail
  }

  test('a file is stored as it is, with its fields, its size and its hash', async () => {
    const content = 'Grüße aus Köln \u{1f985}\r\n'.repeat(30_000)
    const file = new File([content], 'Interview – Köln.txt', { type: 'text/plain' })
    const input = { boxId, file, title: ' Köln ', tags: ['a', 'b'], about: { n: 1 } }
    const made = await served.client.call(keepFile, input)
    assert.deepEqual(made.said, {
      title: 'Köln',
      tags: ['a', 'b'],
      about: { n: 1 },
      file: ['Interview – Köln.txt', 'text/plain'],
    })
    assert.equal(made.bytes, Buffer.byteLength(content))
    assert.equal(made.sha256, createHash('sha256').update(content).digest('hex'))
    assert.equal(await textOf(await served.files.read(made.key)), content)
    assert.deepEqual([await served.keys(), await projects()], [[made.key], [made.key]])
  })

  test('text that came as JSON is stored before the transaction in the same manner', async () => {
    const made = await served.client.call(keepFile, { boxId, content: 'Größe' })
    assert.equal(made.bytes, 7)
    assert.deepEqual(await served.keys(), [made.key])
  })

  test('an empty file is a file of no bytes', async () => {
    const { key, bytes } = await served.client.call(keepFile, { boxId, file: new File([], 'empty.txt') })
    assert.deepEqual([bytes, (await buffer(await served.files.read(key))).length], [0, 0])
  })

  test('of a name, what could do harm is left out', async () => {
    for (const [given, kept] of [
      ['filename="../../etc/passwd"', 'passwd'],
      ['filename="C:\\fakepath\\notes.txt"', 'notes.txt'],
      ['filename="say \\"hi\\".txt"', 'say "hi".txt'],
      [`filename*=UTF-8''K%C3%B6ln%20%E2%80%93%20Rom.txt`, 'Köln – Rom.txt'],
      ['filename="Köln.txt"', 'Köln.txt'],
      ['filename="a\u0000b\u0007c\u202etxt.exe"', 'abctxt.exe'],
      [`filename="${'ä'.repeat(300)}.docx"`, `${'ä'.repeat(250)}.docx`],
    ] as const) {
      const { file } = await sent(aFile('x', given))
      assert.deepEqual(file, [kept, 'text/plain'])
    }
  })

  test('what is said of its type is passed on where it is a type', async () => {
    for (const [given, passedOn] of [
      ['Application/PDF; charset=x', 'application/pdf'],
      ['text/html; a="b', 'text/html'],
      ['<script>', 'application/octet-stream'],
      [`text/${'x'.repeat(200)}`, 'application/octet-stream'],
    ]) {
      const { file } = await sent([`name="file"; filename="a"\r\nContent-Type: ${given}`, 'x'])
      assert.equal(file[1], passedOn)
    }
  })

  test('a file over the limit is refused with the limit, whether its length is announced or not', async () => {
    for (const size of [megabyte + 1, 5 * megabyte]) {
      const detail = await assertRefused(form(aFile(Buffer.alloc(size))), 'payload_too_large')
      assert.equal(detail, 'A file can have at most 1 MB.')
      const streamed = new Blob([form(aFile(Buffer.alloc(size)))]).stream()
      await problem(send(streamed), 'payload_too_large')
      await assertNothingLeft()
    }
    await sent(aFile(Buffer.alloc(megabyte)))
  })

  test('a connection is good for the next call after a refused upload', async () => {
    const agent = keepingAlive(1)
    for (const [body, status] of [
      [form(aFile(Buffer.alloc(20 * megabyte))), 413],
      [form(field('title', 'x'), field('title', 'x'), aFile(Buffer.alloc(megabyte))), 422],
      [form(aFile()), 201],
    ] as const) {
      const answer = await rawCall(served.url, address, { method: 'POST', headers, body, agent })
      assert.equal(answer.status, status, answer.body)
    }
    agent.destroy()
  })

  test('each part that is missing, too many or wrong is named', async () => {
    const refused = (parts: Part[], ...paths: string[]) =>
      assertRefused(form(...parts), 'validation_failed', ...paths)
    await refused([], 'file')
    await refused([field('title', 'No file')], 'file')
    await refused([field('file', 'interview.txt')], 'file')
    await refused([aFile('', 'filename=""')], 'file')
    await refused([aFile(), aFile()], 'file')
    await refused([aFile(), field('title', 'a'), field('title', 'b')], 'title')
    await refused([aFile(), field('titel', 'misspelt'), field('Tags', 'x')], 'titel', 'Tags')
    await refused([aFile(), field('title', ' ')], 'title')
    await refused(
      [aFile(), field('title', 'x'.repeat(101)), field('content', 'of the JSON body')],
      'title',
      'content',
    )
    await refused([aFile(), field('title', 'a\u0000b')], 'title')
    await refused([field('title', Buffer.from('Köln', 'latin1')), aFile()], 'title')
    await refused([field('title', Buffer.from('eda080', 'hex')), aFile()], 'title')
  })

  test('fields that are too large or too many are refused', async () => {
    await assertRefused(form(field('title', 'x'.repeat(1_100_000)), aFile()), 'payload_too_large')
    await assertRefused(
      form(...Array.from({ length: 101 }, (_, n) => field(`x${n}`, '')), aFile()),
      'invalid_form',
    )
    await assertRefused(
      form(...Array.from({ length: 5000 }, (_, n) => field(`x${n}`, '')), aFile()),
      'invalid_form',
    )
  })

  test('what is no form is refused as one', async () => {
    const whole = form(field('title', 'A title'), aFile('A text of some length.'.repeat(100)))
    for (const body of [
      Buffer.from('nonsense'),
      Buffer.from(`--${boundary}`),
      Buffer.from(`--${boundary}\r\n\r\n`),
      form(['', 'without a name']),
      form(field('__proto__', 'x'), aFile()),
      form(field('constructor', 'x'), aFile()),
      whole.subarray(0, whole.length - 5),
      whole.subarray(0, whole.length - 200),
      whole.subarray(0, 90),
      Buffer.from(whole.toString().replaceAll('\r\n', '\n')),
    ]) {
      await assertRefused(body, 'invalid_form')
    }
    const noBoundary = { authorization, 'content-type': 'multipart/form-data' }
    await problem(
      fetch(served.url + address, { method: 'POST', headers: noBoundary, body: whole }),
      'invalid_form',
    )
    const other = { authorization, 'content-type': 'multipart/form-data; boundary=another' }
    await problem(
      fetch(served.url + address, { method: 'POST', headers: other, body: whole }),
      'invalid_form',
    )
    await assertNothingLeft()
  })

  test('who may not call, or calls an address that is none, is refused before the file is read', async () => {
    const body = form(aFile(Buffer.alloc(megabyte)))
    const nobody = { 'content-type': headers['content-type'] }
    await problem(fetch(served.url + address, { method: 'POST', headers: nobody, body }), 'unauthenticated')
    await problem(
      fetch(`${served.url}/api/boxes/x/files`, { method: 'POST', headers, body }),
      'project_not_found',
    )
    await assertNothingLeft()
  })

  test('a file stays only if it is kept by a transaction that commits', async () => {
    const end = (how: string) => send(form(field('end', how), aFile()))
    assert.equal((await end('not kept')).status, 201)
    await left(0)
    await app().db.reader.deleteFrom('projects').execute()
    await problem(end('refused'), 'project_archived')
    await assertNothingLeft()
    await problem(end('thrown'), 'internal')
    assert.deepEqual(await projects(), [])
  })

  test('what an undone attempt kept is not kept', async () => {
    attempts = 0
    assert.equal((await send(form(field('end', 'tried again'), aFile()))).status, 201)
    assert.equal(attempts, 2)
    await left(0)
  })

  test('the same fields and the same file under one Idempotency-Key are one upload, whatever the boundary', async () => {
    const file = () => new File(['The same.'], `${newId()}.txt`)
    const upload = (title: string, content = file()) =>
      served.client.call(keepFile, { boxId, title, file: content }, { idempotencyKey: 'upload' })
    const [first, ...others] = await Promise.all([upload('One'), upload('One'), upload('One')])
    for (const other of others) assert.deepEqual(other, first)
    assert.deepEqual(await left(1), [first?.key])
    await refusal(upload('Two'), 'idempotency_key_reused')
    await refusal(upload('One', new File(['Another.'], 'a.txt')), 'idempotency_key_reused')
    assert.deepEqual([await served.keys(), await projects()], [[first?.key], [first?.key]])
    await app().db.reader.deleteFrom('idempotencyRecords').execute()
  })

  test('an upload that is broken off leaves nothing behind', async () => {
    const { hostname, port } = new URL(served.url)
    const socket = connect(Number(port), hostname)
    await once(socket, 'connect')
    const body = form(aFile(Buffer.alloc(megabyte)))
    const head = Object.entries({ ...headers, host: 'x', 'content-length': body.length })
    socket.write(`POST ${address} HTTP/1.1\r\n${head.map((line) => line.join(': ')).join('\r\n')}\r\n\r\n`)
    socket.write(body.subarray(0, megabyte / 2))
    await left(1)
    socket.destroy()
    await left(0)
    await assertNothingLeft()
  })

  test('where files cannot be written, the caller is asked to come back', async () => {
    const other = await serve([keep], { db: app().db, userId: app().people.member.id })
    try {
      await writeFile(other.folder, 'A file where there should be a folder.')
      const body = form(aFile(Buffer.alloc(megabyte)))
      const answer = await fetch(other.url + address, { method: 'POST', headers, body })
      assert.equal(answer.headers.get('retry-after'), '1')
      await problem(answer, 'busy')
      await refusal(other.client.call(keepFile, { boxId, content: 'x' }), 'busy')
      assert.deepEqual(await projects(), [])
    } finally {
      await other.remove()
    }
  })
})
