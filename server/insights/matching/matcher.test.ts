import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { Readable } from 'node:stream'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import type { Worker } from 'node:worker_threads'
import type { Segment } from '#contract'
import { mostFound, QueryError } from '#engines/matching'
import { partsOf } from '../../../engines/language/text-part.ts'
import type { Definition, Text, TrackerSet } from '../../../engines/matching/definition.ts'
import { createMatcher, type Matcher } from './matcher.ts'

const setOf = (key: string, definition: Partial<Definition>): TrackerSet => ({
  key,
  trackers: [
    {
      id: `tracker of ${key}`,
      definition: { phrases: [], query: null, exclude: [], language: null, scope: {}, ...definition },
    },
  ],
})
const word = (text: string) => setOf(text, { phrases: [{ text, match: 'exact' }] })
const asText = (text: string, segments = [{ start: 0, end: text.length }]): Text => ({
  parts: [{ number: 1, start: 0, text, segments }],
  language: 'en',
})

/** The threads that this process started. */
const threads: Worker[] = []
const remember = (thread: Worker) => threads.push(thread)
before(() => process.on('worker', remember))
after(() => process.off('worker', remember))

async function withMatcher(work: (matcher: Matcher) => Promise<void>): Promise<void> {
  const matcher = createMatcher()
  threads.length = 0
  try {
    await work(matcher)
  } finally {
    await matcher.stop()
  }
}

test('mentions are grouped by tracker, and a set is identified by its key', () =>
  withMatcher(async (matcher) => {
    const found = await matcher.match(asText('a blue car'), word('blue'))
    const mention = { rule: 'blue', start: 2, end: 6, highlights: [[2, 6]], part: 1 }
    assert.deepEqual([...found.keys()], ['tracker of blue'])
    assert.deepEqual([...found.get('tracker of blue')!], [mention])
    assert.equal((await matcher.match(asText('a car'), word('blue'))).size, 0)
  }))

test('hundreds of sets find their own mentions, one after the other', () =>
  withMatcher(async (matcher) => {
    const sets = Array.from({ length: 200 }, (_, n) => word(`w${n}`))
    for (const set of [...sets, ...sets.toReversed()])
      assert.equal((await matcher.match(asText(set.key), set)).size, 1)
    const found = await Promise.all(sets.map((set) => matcher.match(asText(`w1 ${set.key}`), set)))
    assert.ok(found.every((one) => one.size === 1))
  }))

test('a text in parts has the same mentions as in one', () =>
  withMatcher(async (matcher) => {
    const lines = Array.from({ length: 3000 }, (_, n) => (n % 7 === 0 ? 'the blue car' : `line ${n} of many`))
    const text = lines.join('\n')
    const segments: Segment[] = []
    for (const line of lines) {
      const start = segments.length > 0 ? segments.at(-1)!.end + 1 : 0
      const rest = { kind: 'paragraph', label: null, speaker: null, startMs: null, endMs: null } as const
      segments.push({ start, end: start + line.length, ...rest })
    }
    const set = setOf('blue', { phrases: [{ text: 'blue', match: 'exact' }], query: 'car AND the' })
    const find = async (parts: Text['parts']) =>
      [...(await matcher.match({ parts, language: 'en' }, set)).get('tracker of blue')!].map(
        ({ part: _, ...mention }) => mention,
      )
    const whole = await find(asText(text, segments).parts)
    const parts = [...partsOf(text, segments)]
    assert.ok(parts.length > 1)
    assert.equal(whole.length, 2 * Math.ceil(3000 / 7))
    assert.deepEqual(await find(parts), whole)
    assert.deepEqual(await find(Readable.from(parts)), whole)
  }))

test('a text that cannot be read to its end is not matched', () =>
  withMatcher(async (matcher) => {
    async function* broken() {
      for (let number = 1; number < 4; number++) yield { number, start: 0, text: 'blue', segments: [] }
      throw new Error('The database is away.')
    }
    await assert.rejects(matcher.match({ parts: broken(), language: null }, word('blue')), /is away/)
    assert.equal((await matcher.match(asText('blue'), word('blue'))).size, 1)
  }))

test('a short text does not wait for a long one', () =>
  withMatcher(async (matcher) => {
    const order: string[] = []
    const line = 'on and on it went, '.repeat(50)
    const lines = Array.from({ length: 20_000 }, (_, n) => ({
      start: n * line.length,
      end: (n + 1) * line.length,
    }))
    const long = asText(line.repeat(lines.length), lines)
    await Promise.all([
      matcher.match(long, word('went')).then(() => order.push('long')),
      matcher.match(asText('it went'), word('went')).then(() => order.push('short')),
    ])
    assert.deepEqual(order, ['short', 'long'])
  }))

test('a canceled text is abandoned, and others are matched', () =>
  withMatcher(async (matcher) => {
    const waiting = new AbortController()
    const long = asText('a '.repeat(10_000_000))
    // Several, so that none is done before it is left.
    const left = Array.from({ length: 5 }, () => matcher.match(long, word('a'), waiting.signal))
    await matcher.match(asText('b'), word('b'))
    waiting.abort(new Error('Nobody waits'))
    for (const one of left) await assert.rejects(one, /Nobody waits/)
    await assert.rejects(matcher.match(long, word('a'), waiting.signal), /Nobody waits/)
    assert.equal((await matcher.match(asText('a'), word('a'))).size, 1)
    assert.equal(threads.length, 1)
  }))

test('hundreds of trackers on a very frequent word fit into memory', () =>
  withMatcher(async (matcher) => {
    const [{ definition }] = word('the').trackers as [TrackerSet['trackers'][0]]
    const trackers = Array.from({ length: 500 }, (_, n) => ({ id: String(n), definition }))
    const found = await matcher.match(asText('the '.repeat(mostFound)), { key: 'common', trackers })
    for (const list of found.values()) assert.equal(list.length, mostFound)
    assert.equal(found.size, trackers.length)
    const [last] = [...found.get('499')!].slice(-1)
    assert.deepEqual(last?.highlights, [[4 * mostFound - 4, 4 * mostFound - 1]])
  }))

test('an invalid query is rejected, and others are matched', () =>
  withMatcher(async (matcher) => {
    const refused = matcher.match(asText('a'), setOf('bad', { query: 'a AND' }))
    const matched = matcher.match(asText('a'), word('a'))
    await assert.rejects(refused, (error) => error instanceof QueryError && error.position === 2)
    assert.equal((await matched).size, 1)
  }))

test('when the thread dies, pending calls are rejected, and the next one starts a new thread', () =>
  withMatcher(async (matcher) => {
    await matcher.match(asText('a'), word('a'))
    const lost = matcher.match(asText('a '.repeat(10_000_000)), word('a'))
    await Promise.all([assert.rejects(lost, /thread/), threads[0]!.terminate()])
    assert.equal((await matcher.match(asText('a'), word('a'))).size, 1)
    assert.equal(threads.length, 2)
  }))

test('a stopped matcher rejects calls', async () => {
  const matcher = createMatcher()
  const lost = matcher.match(asText('a'), word('a'))
  await Promise.all([assert.rejects(lost, /stopped/), matcher.stop()])
  await assert.rejects(matcher.match(asText('a'), word('a')), /stopped/)
  await matcher.stop()
})

test('an idle thread does not keep the process alive', async () => {
  const script = `
    import { createMatcher } from ${JSON.stringify(new URL('./matcher.ts', import.meta.url).href)}
    const set = { key: '', trackers: [] }
    await createMatcher().match({ parts: [], language: null }, set)
    console.log('matched')
  `
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', script], {
    timeout: 30_000,
  })
  assert.equal(stdout, 'matched\n')
})
