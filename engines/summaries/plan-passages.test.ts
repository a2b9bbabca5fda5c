import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { cases } from '../../scripts/test/full.ts'
import { planPassages, turnsOf } from './plan-passages.ts'
import type { SourceText } from './source-text.ts'
import { paragraphs } from './testing/paragraphs.ts'

const sourceOf = (text: string, n = 0): SourceText => ({
  id: String(n),
  title: `Source ${n}`,
  language: 'en',
  occurredAt: '2026-01-01T00:00:00.000Z',
  reading: 'now',
  text,
  segments: paragraphs(text),
})

function planOf(texts: string[], question?: string) {
  const analysis = planPassages(question === undefined ? {} : { question })
  for (const [n, text] of texts.entries()) analysis.read(sourceOf(text, n))
  const { passages } = analysis.finish({ read: texts.length, total: texts.length })
  return passages.map((passage) => ({
    ...passage,
    text: texts[Number(passage.sourceId)]!.slice(passage.start, passage.end),
  }))
}

test('every word of all sources is in exactly one passage', () => {
  const piece = fc.constantFrom(
    'A few words. ',
    'Größe ',
    '😀👩‍👩‍👧',
    'x'.repeat(700),
    '\n\n',
    '价格太高了。',
    'é',
  )
  const texts = fc.array(
    fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join('')),
    { minLength: 1, maxLength: 4 },
  )
  fc.assert(
    fc.property(texts, fc.option(piece, { nil: undefined }), (given, question) => {
      const passages = planOf(given, question)
      for (const [n, text] of given.entries()) {
        const own = passages
          .filter(({ sourceId }) => sourceId === String(n))
          .sort((a, b) => a.start - b.start)
        const joined = own.map((passage) => passage.text).join('')
        assert.equal(joined.replace(/\s/g, ''), text.replace(/\s/g, ''))
        assert.ok(own.every((passage) => passage.text.isWellFormed() && passage.tokens > 0))
      }
    }),
    { numRuns: cases(100) },
  )
})

const long = (n: number) =>
  Array.from({ length: 40 }, (_, part) => `Part ${part} of ${n}. ${'Words. '.repeat(140)}`)

test('passages about the question come first', () => {
  const texts = Array.from({ length: 30 }, (_, n) => long(n).join('\n\n'))
  texts[20] = `${texts[20]}\n\nThe zebras sleep. ${'They do. '.repeat(100)}`
  assert.match(planOf(texts, 'Does a zebra sleep?')[0]!.text, /zebras/)
})

test('without a question, any first passages come from all sources, and not from their beginnings', () => {
  const passages = planOf([long(0).join('\n\n'), long(1).join('\n\n'), 'A short answer.'])
  const first = passages.slice(0, 24)
  assert.deepEqual([...new Set(first.map(({ sourceId }) => sourceId))].sort(), ['0', '1', '2'])
  assert.ok(first.every(({ sourceId, start }) => sourceId === '2' || start > 0))
})

test('of sources with one passage each, any first ones are spread evenly', () => {
  const texts = [...Array.from({ length: 100 }, (_, n) => `Answer ${n}.`), ...long(0)]
  const first = planOf(texts)
    .slice(0, 35)
    .map(({ sourceId }) => Number(sourceId))
  for (const from of [0, 25, 50, 75]) assert.ok(first.filter((n) => n >= from && n < from + 25).length >= 4)
})

test('the turns of passages divide a source ever more finely', () => {
  const inTurn = turnsOf(8, 0.5)
    .map((turn, n) => ({ turn, n }))
    .sort((a, b) => a.turn - b.turn)
  assert.deepEqual(
    inTurn.map(({ n }) => n),
    [7, 3, 1, 5, 0, 2, 4, 6],
  )
  assert.deepEqual(turnsOf(0, 0), [])
})
