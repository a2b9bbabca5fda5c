import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { after, before, test } from 'node:test'
import { z } from 'zod'
import { operation } from '#contract'
import { implement, implementOutside, Refusal, sendEvents } from '#platform'
import { onDatabase } from '#testing'
import { type Served, serve } from './testing/serve.ts'

const letters = z.strictObject({ letters: z.string() })
const letterCount = z.strictObject({ count: z.coerce.number() })
const allow = ['member'] as const

const read = operation({
  id: 'test.read',
  method: 'GET',
  path: '/api/letters',
  summary: 'Get letters.',
  allow,
  query: letterCount,
  result: letters,
  formats: ['application/json', 'text/markdown'],
  errors: ['already_done'],
})
const readByAnyone = operation({
  id: 'test.readByAnyone',
  method: 'GET',
  path: '/api/letters-for-anyone',
  summary: 'Get letters.',
  allow: 'anyone',
  result: letters,
})
const write = operation({
  id: 'test.write',
  method: 'POST',
  path: '/api/letters',
  summary: 'Get letters.',
  allow,
  result: letters,
})
const download = operation({
  id: 'test.download',
  method: 'GET',
  path: '/api/file',
  summary: 'Get a file.',
  allow,
  query: z.strictObject({ type: z.string() }),
  result: { media: ['text/csv'] },
})
const watch = operation({
  id: 'test.watch',
  method: 'GET',
  path: '/api/events',
  summary: 'Watch.',
  allow,
  result: { media: ['text/event-stream'] },
})

const many = 'a'.repeat(100_000)
const parts = ['a,b\r\n'.repeat(10_000), 'c,d\r\n'.repeat(10_000)]
let breaksOff = false

const implementations = [
  implement(read, async ({ query: { count }, format }) => {
    if (count < 0) throw new Refusal('already_done', many)
    const letters = 'a'.repeat(count)
    return format === 'text/markdown' ? { type: format, content: letters } : { letters }
  }),
  implement(readByAnyone, async () => ({ letters: many })),
  implement(write, async () => ({ letters: many })),
  implement(download, async ({ query: { type } }) => ({ type, content: Readable.from(file()) })),
  implementOutside(watch, async ({ signal }) =>
    sendEvents(
      (async function* () {
        yield { event: 'letters', data: many }
        if (!signal.aborted) await once(signal, 'abort')
      })(),
      signal,
    ),
  ),
]

async function* file() {
  yield parts[0]
  if (breaksOff) throw new Error('The disk is gone')
  yield parts[1]
}

onDatabase('compressed responses', (app) => {
  let served: Served
  const call = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(served.url + path, {
      method,
      headers: { authorization: 'Bearer any', 'accept-encoding': 'gzip, deflate, br, zstd', ...headers },
    })
  const encodingOf = async (...request: Parameters<typeof call>) => {
    const answer = await call(...request)
    await answer.body?.cancel()
    return answer.headers.get('content-encoding')
  }

  before(async () => {
    served = await serve(implementations, { db: app().db, userId: app().people.member.id })
  })
  after(() => served.remove())

  test('JSON and text are sent in the encoding that the caller prefers', async () => {
    for (const [accepted, encoding] of [
      ['gzip, deflate, br, zstd', 'br'],
      ['gzip', 'gzip'],
      ['br;q=0.5, gzip', 'gzip'],
      ['br;q=0, identity', null],
      ['zstd', null],
    ] as const) {
      const answer = await call('/api/letters?count=100000', { 'accept-encoding': accepted })
      assert.equal(answer.headers.get('content-encoding'), encoding, accepted)
      assert.equal(answer.headers.get('cache-control'), 'no-store')
      assert.deepEqual(await answer.json(), { letters: many })
    }
    const markdown = await call('/api/letters?count=100000', { accept: 'text/markdown' })
    assert.equal(markdown.headers.get('vary'), 'accept, accept-encoding')
    assert.equal(await markdown.text(), many)
  })

  test('short responses are sent as they are', async () => {
    assert.equal(await encodingOf('/api/letters?count=900'), null)
    assert.equal(await encodingOf('/api/letters?count=1100'), 'br')
  })

  test('files of text are compressed while they are read, and a failure breaks off the response', async () => {
    for (const type of ['text/csv', 'text/plain', 'application/jsonl', 'application/xml', 'image/svg+xml']) {
      const answer = await call(`/api/file?type=${type.replace('+', '%2B')}`)
      assert.equal(answer.headers.get('content-encoding'), 'br', type)
      assert.equal(answer.headers.get('content-length'), null)
      assert.equal(await answer.text(), parts.join(''))
    }
    breaksOff = true
    await assert.rejects(call('/api/file?type=text/csv').then((answer) => answer.text()))
    breaksOff = false
  })

  test('files of other types are sent as they are', async () => {
    for (const type of ['application/octet-stream', 'application/pdf', 'image/png', 'application/zip'])
      assert.equal(await encodingOf(`/api/file?type=${type}`), null, type)
  })

  test('events are sent as they happen', async () => {
    const answer = await call('/api/events')
    assert.equal(answer.headers.get('content-encoding'), null)
    let received = ''
    const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader()
    while (!received.includes(many)) received += (await reader.read()).value
    await reader.cancel()
  })

  test('a HEAD request gets the headers of the response', async () => {
    const answer = await call('/api/letters?count=100000', {}, 'HEAD')
    assert.equal(answer.headers.get('content-encoding'), 'br')
    assert.equal(answer.headers.get('vary'), 'accept, accept-encoding')
    assert.equal(await answer.text(), '')
  })

  test('what a page of another site requests is never compressed', async () => {
    for (const [site, encoding] of [
      ['cross-site', null],
      ['same-site', null],
      ['something-new', null],
      ['same-origin', 'br'],
      ['none', 'br'],
    ] as const)
      assert.equal(await encodingOf('/api/letters?count=2000', { 'sec-fetch-site': site }), encoding, site)
  })

  test('changes, errors and public responses are never compressed', async () => {
    assert.equal(await encodingOf('/api/letters', { 'idempotency-key': '1' }, 'POST'), null)
    assert.equal(await encodingOf('/api/letters-for-anyone'), null)
    const refused = await call('/api/letters?count=-1')
    assert.equal(refused.status, 409)
    assert.equal(refused.headers.get('content-encoding'), null)
    assert.equal((await refused.json()).detail, many)
  })
})
