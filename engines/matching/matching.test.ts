import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { cases } from '../../scripts/test/full.ts'
import { conditionOf, reasons, signsOf } from './condition.ts'
import type { Definition, Found, Phrase } from './definition.ts'
import { mostFound } from './found.ts'
import { Patterns } from './patterns.ts'
import { parseQuery, type Query } from './query.ts'
import { anyCase } from './testing/arbitraries.ts'
import { mentionsOf } from './testing/oracle.ts'
import { scanAll } from './testing/scan-all.ts'

const exact = (text: string): Phrase => ({ text, match: 'exact' })
const stem = (text: string): Phrase => ({ text, match: 'stem' })
const nothing: Definition = { phrases: [], query: null, exclude: [], language: null, scope: {} }

/** Returns the text of each mention. Each line of the text is a passage. */
function find(definition: Partial<Definition>, text: string, language: string | null = 'en'): string[] {
  return findFull(definition, text, language).map(({ start, end }) => text.slice(start, end))
}

function findFull(definition: Partial<Definition>, text: string, language: string | null = 'en'): Found[] {
  const segments = [...text.matchAll(/[^\n]+/g)].map(({ 0: line, index }) => ({
    start: index,
    end: index + line.length,
  }))
  return scanAll([{ ...nothing, ...definition }], { text, segments, language })[0]!
}

test('in any text, any trackers find exactly what the reference implementation finds', () => {
  fc.assert(
    fc.property(anyCase, ({ text, definitions }) => {
      assert.deepEqual(
        scanAll(definitions, text),
        definitions.map((definition) => mentionsOf(definition, text)),
      )
    }),
    { numRuns: cases(600) },
  )
})

test('a tracker finds the same alone as among others', () => {
  fc.assert(
    fc.property(anyCase, ({ text, definitions }) => {
      assert.deepEqual(
        scanAll(definitions, text),
        definitions.flatMap((definition) => scanAll([definition], text)),
      )
    }),
    { numRuns: cases(300) },
  )
})

test('a mention is within its segment, and its highlights are within it', () => {
  fc.assert(
    fc.property(anyCase, ({ text, definitions }) => {
      for (const { start, end, highlights } of scanAll(definitions, text).flat()) {
        assert.ok(0 <= start && start < end && end <= text.text.length)
        for (const segment of text.segments) {
          const isWithin = segment.start <= start && end <= segment.end
          assert.ok(isWithin || end <= segment.start || start >= segment.end)
        }
        assert.equal(highlights[0]![0], start)
        assert.equal(highlights.at(-1)![1], end)
        assert.deepEqual(
          highlights.flat(),
          highlights.flat().toSorted((one, other) => one - other),
        )
      }
    }),
    { numRuns: cases(300) },
  )
})

test('a phrase is found exactly, or in any form of its words', () => {
  const text = 'The Customers of a customer’s customer: follow up, follow-up, followed up.'
  assert.deepEqual(find({ phrases: [exact('customer')] }, text), ['customer'])
  assert.deepEqual(find({ phrases: [stem('customer')] }, text), ['Customers', 'customer’s', 'customer'])
  assert.deepEqual(find({ phrases: [exact('follow-up')] }, text), ['follow up', 'follow-up'])
  assert.deepEqual(find({ phrases: [stem('follow up')] }, text), ['follow up', 'follow-up', 'followed up'])
  assert.deepEqual(find({ phrases: [stem('Häuser')], language: 'de' }, 'Das Haus'), ['Haus'])
  assert.deepEqual(find({ phrases: [stem('Häuser')] }, 'Das Haus', 'de'), ['Haus'])
  assert.deepEqual(find({ phrases: [exact('東京')] }, '東 東京は東京', 'ja'), ['東京', '東京'])
})

test('a phrase does not continue in the next passage', () => {
  assert.deepEqual(find({ phrases: [exact('a b')] }, 'a\nb a, b'), ['a, b'])
})

test('of overlapping occurrences, the first is a mention; of phrases in one place, the first phrase', () => {
  assert.deepEqual(find({ phrases: [exact('a a')] }, 'a a a a a'), ['a a', 'a a'])
  const found = findFull({ phrases: [stem('runs'), exact('run'), exact('Run fast')] }, 'run fast')
  assert.deepEqual(
    found.map(({ rule, start, end }) => [rule, start, end]),
    [
      ['runs', 0, 3],
      ['Run fast', 0, 8],
    ],
  )
})

test('a passage with an excluded phrase has no mention', () => {
  const definition = { phrases: [exact('price')], query: 'price high', exclude: [stem('market price')] }
  assert.deepEqual(find(definition, 'price high\nprice high, market prices\nmarket of a price'), [
    'price',
    'price high',
    'price',
  ])
})

test('a query is one mention in each passage in which it holds, from its first word to its last', () => {
  const text = 'the cost is high\nhigh, high and higher costs\ncosts\nhigh'
  const found = findFull({ query: 'high AND cost' }, text)
  assert.deepEqual(
    found.map(({ highlights, ...one }) => [text.slice(one.start, one.end), highlights.length]),
    [
      ['cost is high', 2],
      ['high, high and higher costs', 3],
    ],
  )
  assert.deepEqual(find({ query: 'cost NOT high' }, text), ['costs'])
  assert.deepEqual(find({ query: '"high cost" OR high*' }, text), ['high', 'high, high and higher', 'high'])
  assert.deepEqual(find({ query: 'a AND NOT (b AND NOT c)' }, 'a\na b\na b c'), ['a', 'a b c'])
})

test('NEAR counts the words between, in either order, and never a word twice', () => {
  const near = (query: string, text: string) => find({ query }, text, null)
  assert.deepEqual(near('a NEAR/1 b', 'a b\nb, a\na x b'), ['a b', 'b, a'])
  assert.deepEqual(near('a NEAR/2 b', 'a x b\na x y b'), ['a x b'])
  assert.deepEqual(near('a NEAR/5 a', 'a\na x a'), ['a x a'])
  assert.deepEqual(near('(a OR "b c") NEAR/2 de*', 'b c x deep\nc b x deep\nd a'), ['b c x deep'])
  assert.deepEqual(near('"a b" NEAR/3 "b c"', 'a b c\na b b c'), ['a b b c'])
  assert.deepEqual(near('a NOT b NEAR/1 c', 'a b c\na b x c'), ['a'])
})

test('highlights are the first hundred words; the mention extends to the last', () => {
  const text = 'a '.repeat(150).trim()
  const [found] = findFull({ query: 'a' }, text)
  assert.equal(found!.highlights.length, 100)
  assert.equal(found!.end, text.length)
})

test('of a thousand mentions with a hundred words each, the later ones highlight their first word', () => {
  const line = 'a '.repeat(150)
  const found = findFull({ query: 'a' }, `${line}\n`.repeat(1000))
  assert.equal(found.length, 1000)
  assert.ok(found.flatMap(({ highlights }) => highlights).length < 21_000)
  const [last] = found.slice(-1)
  assert.deepEqual(last!.highlights, [[last!.start, last!.start + 1]])
  assert.equal(last!.end - last!.start, line.length - 1)
})

test('a query is evaluated only where one of its rarest words occurs', () => {
  const patterns = new Patterns()
  const term = (text: string): Query => ({ kind: 'term', words: [{ text, isPrefix: false }], match: 'stem' })
  const patternOf = (word: string) => patterns.add([{ word, match: 'stem' }], null)
  const signs = (query: Query) =>
    signsOf(conditionOf(query, patterns, null), (pattern) => patterns.sizes[pattern]!)
  for (const [query, ...expected] of [
    ['a longer', 'longer'],
    ['longer a', 'longer'],
    ['a OR bb', 'a', 'bb'],
    ['a NOT longest', 'a'],
    ['(a OR bb) ccc', 'ccc'],
    ['a NEAR/3 longer', 'longer'],
    ['(x OR longer) NEAR/3 yy', 'yy'],
    ['NOT NOT a', 'a'],
    ['NOT (NOT a OR NOT longer)', 'longer'],
  ] as const)
    assert.deepEqual(signs(parseQuery(query)), expected.map(patternOf), query)
  const not: Query = { kind: 'not', part: term('b') }
  assert.equal(signs(not), null)
  assert.equal(signs({ kind: 'or', parts: [term('a'), not] }), null)
  const near: Query = { kind: 'near', left: [], right: [], within: 1 }
  assert.equal(signs({ kind: 'not', part: near }), null)
})

test('what a query repeats is evaluated once', () => {
  const patterns = new Patterns()
  const condition = (query: string) => conditionOf(parseQuery(query), patterns, 'en')
  assert.deepEqual(condition('a a'), { kind: 'and', parts: [condition('a')] })
  assert.deepEqual(condition('(a OR A) NEAR/2 (b OR b OR c)'), condition('a NEAR/2 (b OR c)'))
})

test('NEAR reads each word only a few times, however many are near one another', () => {
  let looks = 0
  const words = Array.from({ length: 5000 }, (_, n) => n)
  const counted = new Proxy(words, {
    get(target, key) {
      looks++
      return Reflect.get(target, key)
    },
  })
  const places = { starts: words, ends: words, firstWords: counted, lastWords: counted, of: () => words }
  const query = parseQuery('(a OR "a" OR A OR a) NEAR/100 (a OR "a" OR a)')
  const condition = conditionOf(query, new Patterns(), 'en')
  assert.equal(reasons(condition, places)!.length, words.length)
  // Twice, because a and "a" are two patterns: any form of the word, and the word itself.
  assert.ok(looks <= 2 * 2 * 4 * words.length, String(looks))
})

test('a long passage is scanned in parts, and no word is divided', () => {
  const text = 'price '.repeat(20_000)
  const [query, phrase] = scanAll(
    [
      { ...nothing, query: 'price' },
      { ...nothing, phrases: [exact('price price')] },
    ],
    { text, segments: [{ start: 0, end: text.length }], language: 'en' },
  )
  assert.deepEqual(
    query!.map(({ start, end }) => (end + 1 - start) / 6),
    [8334, 8334, 3332],
  )
  assert.equal(phrase!.length, 8334 / 2 + 8334 / 2 + 3332 / 2)
})

test('a tracker has the first mentions of a text, up to a limit', () => {
  const [found] = scanAll([{ ...nothing, phrases: [exact('a'), exact('a b')] }], {
    text: 'a b '.repeat(mostFound),
    segments: [{ start: 0, end: 4 * mostFound }],
    language: null,
  })
  assert.equal(found!.length, mostFound)
  assert.equal(found!.at(-1)!.end, 4 * (mostFound / 2) - 1)
})

test('in twenty million characters, a thousand trackers find the same as one with all their phrases', () => {
  const words = Array.from({ length: 1000 }, (_, n) => `word${n}`)
  const around = 'and so it went on, day after day. '.repeat(60)
  const line = words.map((word) => `${word} ${around}`).join('')
  const text = `${line}\r\n`.repeat(10).slice(0, 20_000_000)
  const segments = [{ start: 0, end: text.length }]
  const of = (phrases: string[]) => ({ ...nothing, phrases: phrases.map(exact) })
  const [one] = scanAll([of(words)], { text, segments, language: 'en' })
  const all = scanAll(
    words.map((word) => of([word])),
    { text, segments, language: 'en' },
  )
  assert.deepEqual(
    one,
    all.flat().sort((one, other) => one.start - other.start),
  )
})

test('a tracker that is limited to speakers searches what they say, without regard to case and accents', () => {
  const text = 'price, says Zoé: a price. And a high price. Nobody: price'
  const at = (said: string, speaker: string | null) => {
    const start = text.indexOf(said)
    return { start, end: start + said.length, speaker }
  }
  const segments = [at('a price.', 'Zoé'), at('And a high price.', 'Ada'), at('Nobody: price', null)]
  const found = (speakers: string[], definition: Partial<Definition>) =>
    scanAll([{ ...nothing, ...definition, scope: { speakers } }], { text, segments, language: 'en' })[0]?.map(
      ({ start }) => start,
    )
  const phrases: Phrase[] = [{ text: 'price', match: 'exact' }]
  assert.deepEqual(found(['ZOE'], { phrases }), [text.indexOf('price.')])
  assert.deepEqual(found([' ada ', 'zoe\u0301'], { query: 'price' }), [
    text.indexOf('price.'),
    text.indexOf('price. Nobody'),
  ])
  assert.deepEqual(found(['Grace'], { phrases }), [])
})
