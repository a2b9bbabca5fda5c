import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { after, before, mock, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import { operation } from '#contract'
import { Answer, implement, implementOutside, newId, type RightsOf, sendEvents } from '#platform'
import { onDatabase, refusal, until } from '#testing'
import { bestFormat } from './input.ts'
import { attachment } from './send.ts'
import { type Served, serve } from './testing/serve.ts'

const inTwoForms = operation({
  id: 'test.inTwoForms',
  method: 'GET',
  path: '/api/in-two-forms',
  summary: 'Say hello.',
  allow: ['member'],
  result: z.strictObject({ hello: z.string() }),
  formats: ['application/json', 'text/markdown'],
})
const download = operation({
  id: 'test.download',
  method: 'GET',
  path: '/api/download',
  summary: 'Give a file.',
  allow: ['member'],
  query: z.strictObject({ name: z.string().optional() }),
  result: { media: ['application/octet-stream'] },
})
const watch = operation({
  id: 'test.watch',
  method: 'GET',
  path: '/api/watch',
  summary: 'Watch.',
  allow: ['member'],
  query: z.strictObject({ count: z.coerce.number() }),
  result: { media: ['text/event-stream'] },
})
const finish = operation({
  id: 'test.finish',
  method: 'POST',
  path: '/api/finish',
  summary: 'Make a project, and wait.',
  allow: ['member'],
  body: z.strictObject({ name: z.string() }),
  result: z.strictObject({ id: z.string(), state: z.string() }),
  status: 202,
  otherStatuses: [200],
})

let watchersEnded = 0
let isValid = true
let checkFails: () => Error | undefined = () => undefined
let waitsFor = async (_: AbortSignal) => {}

const implementations = [
  implement(inTwoForms, async ({ format }) =>
    format === 'text/markdown' ? { type: format, content: '# Grüße' } : { hello: 'you' },
  ),
  implement(download, async ({ query: { name } }) => ({
    type: 'application/octet-stream',
    content: Readable.from(['<script>']),
    ...(name !== undefined && { filename: name }),
  })),
  implementOutside(watch, async ({ query: { count }, signal }) => {
    return sendEvents(events(), signal)

    async function* events() {
      try {
        for (let n = 0; n < count; n++) yield { event: 'tick', data: { n, text: 'a\nb' } }
        if (!signal.aborted) await once(signal, 'abort')
      } finally {
        watchersEnded++
      }
    }
  }),
  implement(finish, async ({ tx, actor, body: { name } }) => {
    const id = newId()
    await tx.insertInto('projects').values({ id, name, createdBy: actor.userId }).execute()
    return new Answer(202, { id, state: 'begun' }, async ({ db, signal }) => {
      await waitsFor(signal)
      const committed = await db.reader.selectFrom('projects').select('name').where('id', '=', id).execute()
      return new Answer(200, { id, state: `finished ${committed[0]?.name}` })
    })
  }),
]

onDatabase('answers', (app) => {
  let served: Served
  const headers = { authorization: 'Bearer any' }
  const get = (path: string, more: Record<string, string> = {}) =>
    fetch(served.url + path, { headers: { ...headers, ...more } })

  before(async () => {
    const rightsOf: RightsOf = async (actor) => {
      const failure = checkFails()
      if (failure) throw failure
      return isValid ? actor : null
    }
    served = await serve(implementations, { db: app().db, userId: app().people.member.id, rightsOf })
  })
  after(() => served.remove())

  test('a caller gets the format that it asks for, and the client always JSON', async () => {
    const markdown = await get('/api/in-two-forms', { accept: 'text/html, text/markdown;q=0.9' })
    assert.equal(await markdown.text(), '# Grüße')
    assert.equal(markdown.headers.get('content-type'), 'text/markdown; charset=utf-8')
    assert.equal(markdown.headers.get('vary'), 'accept')
    assert.equal(markdown.headers.get('content-disposition'), null)
    const json = await get('/api/in-two-forms')
    assert.deepEqual([await json.json(), json.headers.get('vary')], [{ hello: 'you' }, 'accept'])
    assert.deepEqual(await served.client.call(inTwoForms), { hello: 'you' })
  })

  test('a file is offered for saving under its own name, whatever characters that has', async () => {
    const answer = await get('/api/download?name=K%C3%B6ln%20%22%F0%9F%A6%85%22.html')
    assert.equal(
      answer.headers.get('content-disposition'),
      `attachment; filename="K_ln ___.html"; filename*=UTF-8''K%C3%B6ln%20%22%F0%9F%A6%85%22.html`,
    )
    assert.equal(answer.headers.get('x-content-type-options'), 'nosniff')
    assert.equal(await answer.text(), '<script>')
    assert.equal((await get('/api/download')).headers.get('content-disposition'), null)
  })

  test('a call that waits while its credential ends is refused, and signalled within a second', async () => {
    waitsFor = async (signal) => {
      isValid = false
      await once(signal, 'abort')
    }
    try {
      await refusal(served.client.call(finish, { name: 'Ends early' }), 'unauthenticated')
    } finally {
      isValid = true
      waitsFor = async () => {}
    }
  })

  test('a call that waits ends if its credential cannot be checked, unless only the database is away', async () => {
    const failures = [Object.assign(new Error('Away'), { code: 'ECONNREFUSED' }), new Error('Broken')]
    checkFails = () => failures.shift()
    waitsFor = async (signal) => {
      await once(signal, 'abort')
      throw signal.reason
    }
    try {
      await refusal(served.client.call(finish, { name: 'Cannot be checked' }), 'internal')
      assert.equal(failures.length, 0)
    } finally {
      checkFails = () => undefined
      waitsFor = async () => {}
    }
  })

  test('events come as they happen, and end when the caller goes', async () => {
    const ended = watchersEnded
    const gone = new AbortController()
    const answer = await fetch(`${served.url}/api/watch?count=2`, { headers, signal: gone.signal })
    assert.equal(answer.headers.get('content-type'), 'text/event-stream')
    assert.equal(answer.headers.get('cache-control'), 'no-store')
    let received = ''
    const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader()
    while (!received.includes('"n":1')) received += (await reader.read()).value
    assert.equal(
      received,
      ': connected\n\n' +
        'event: tick\ndata: {"n":0,"text":"a\\nb"}\n\nevent: tick\ndata: {"n":1,"text":"a\\nb"}\n\n',
    )
    gone.abort()
    await until(
      async () => watchersEnded,
      (now) => now === ended + 1,
    )
  })

  test('an answer can be made after the commit, and is what the Idempotency-Key gives again', async () => {
    const call = (name: string) => served.client.call(finish, { name }, { idempotencyKey: 'finish' })
    const [first, second] = await Promise.all([call('One'), call('One')])
    assert.equal(first.state, 'finished One')
    assert.deepEqual([second, await call('One')], [first, first])
    const statuses: number[] = []
    const onResponse = ({ status }: Response) => void statuses.push(status)
    await served.client.call(finish, { name: 'One' }, { idempotencyKey: 'finish', onResponse })
    await served.client.call(finish, { name: 'Two' }, { onResponse })
    assert.deepEqual(statuses, [200, 200])
  })

  test('a stop ends what waits at once, and answers it', async () => {
    const node = await serve(implementations, { db: app().db, userId: app().people.member.id })
    waitsFor = async (signal) => void (await once(signal, 'abort'))
    const watched = await fetch(`${node.url}/api/watch?count=1`, { headers })
    const finished = node.client.call(finish, { name: 'Waits' })
    const named = () =>
      app().db.reader.selectFrom('projects').select('name').where('name', '=', 'Waits').execute()
    await until(named, ({ length }) => length === 1)
    const began = performance.now()
    await node.end()
    assert.ok(performance.now() - began < 10_000)
    assert.match(await text(watched.body!), /"n":0/)
    assert.equal((await finished).state, 'finished Waits')
    await node.remove()
    waitsFor = async () => {}
  })
})

test('events wait for a caller who reads nothing, and continue when the caller reads', async () => {
  const [enough, eventBytes] = [10_000, 1000]
  let taken = 0
  async function* events() {
    for (; taken < enough; taken++) yield { event: 'tick', data: 'x'.repeat(eventBytes) }
  }
  const stream = sendEvents(events(), new AbortController().signal).content as Readable
  // No socket and no timer: whatever can happen has happened by the next turn of the event loop.
  await setImmediate()
  const held = taken
  assert.ok(held * eventBytes < 1_000_000, `${held} events are held`)
  await setImmediate()
  assert.equal(taken, held)
  assert.ok((await text(stream)).length > enough * eventBytes)
  assert.equal(taken, enough)
})

test('a slow reader gets all events up to the last', async () => {
  mock.timers.enable({ apis: ['setInterval'] })
  const data = 'the last of them'
  async function* events() {
    yield { event: 'end', data }
  }
  const { content } = sendEvents(events(), new AbortController().signal)
  const stream = content as Readable
  await once(stream, 'readable')
  // By the next turn of the event loop, all is written and waits to be read.
  await setImmediate()
  mock.timers.tick(60_000)
  mock.timers.reset()
  assert.ok((await text(stream)).endsWith(`"${data}"\n\n`))
})

test('of what a caller accepts, the format that is liked best is chosen', () => {
  const formats = ['application/json', 'text/markdown'] as const
  for (const [accept, best] of [
    [undefined, 'application/json'],
    ['', 'application/json'],
    ['*/*', 'application/json'],
    ['text/*', 'text/markdown'],
    ['TEXT/Markdown', 'text/markdown'],
    ['text/markdown; charset=utf-8', 'text/markdown'],
    ['text/markdown;q=0.5, application/json;q=0.4', 'text/markdown'],
    ['text/markdown;q=0.5, */*', 'application/json'],
    ['*/*;q=0.1, text/markdown', 'text/markdown'],
    ['text/*, text/markdown;q=0, application/json;q=0.1', 'application/json'],
    ['application/json;q=0', 'application/json'],
    ['application/json;q=0, */*', 'text/markdown'],
    ['text/html', 'application/json'],
    ['text/markdown;q=2', 'application/json'],
    ['text/markdown;q=x, ,;,/', 'application/json'],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'application/json'],
  ] as const) {
    assert.equal(bestFormat(accept, formats), best, accept)
  }
})

test('no name of a file breaks out of its header', () => {
  for (const name of ['a\r\nset-cookie: x', '"; filename=x', '\\', '%41', 'a\ud800', "it's (1)*.txt", '']) {
    assert.match(attachment(name), /^attachment; filename="[^"\\\r\n%]*"(; filename\*=UTF-8''[\w.%!~-]*)?$/)
  }
})
