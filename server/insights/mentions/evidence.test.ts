import assert from 'node:assert/strict'
import { test } from 'node:test'
import { evidenceOf, storable } from './evidence.ts'
import { PartSentiment } from './part-sentiment.ts'

const asPart = (text: string) => ({ start: 0, text, segments: [] })

const shownOf = (part: Parameters<typeof evidenceOf>[0], one: Parameters<typeof evidenceOf>[1]) =>
  evidenceOf(part, one, new PartSentiment(part, 'en'))

const found = (rule: string, highlights: [number, number][]) => ({
  rule,
  start: highlights[0]![0],
  end: highlights.at(-1)![1],
  highlights,
  part: 1,
})

test('a place counts once for each rule, however many phrases of the same text found it', () => {
  const [price, other] = [found('price', [[4, 9]]), found('query', [[4, 9]])]
  assert.deepEqual(storable(asPart('The price'), [price, other, { ...price }]), [price, other])
})

test('a mention that is too long ends with the last word that fits', () => {
  const text = `price ${'x '.repeat(900)}high ${'x '.repeat(900)}support`
  const [high, support] = [text.indexOf('high'), text.indexOf('support')]
  const [kept] = storable(asPart(text), [
    found('query', [
      [0, 5],
      [high, high + 4],
      [support, support + 7],
    ]),
  ])
  assert.deepEqual(
    kept,
    found('query', [
      [0, 5],
      [high, high + 4],
    ]),
  )
})

test('a word of any length is cut between characters, and its snippet shows it', () => {
  for (const character of ['x', '👍🏽', 'e\u0301']) {
    const text = character.repeat(3000)
    const [kept] = storable(asPart(text), [found('x*', [[0, text.length]])])
    assert.ok(kept!.end <= 2000 && kept!.end > 1990)
    assert.equal(kept!.end % character.length, 0)
    const shown = shownOf(asPart(text), kept!)
    assert.equal(shown.text, text.slice(0, kept!.end))
    assert.deepEqual(
      shown.highlights.map(([start, end]) => shown.snippet.slice(start, end)),
      [shown.text],
    )
  }
})

test('the snippet of a table row keeps its fields on lines', () => {
  const text = 'date: 2026-10-23\ncomment: Too  dear'
  const details = { label: null, speaker: null, startMs: null, endMs: null }
  const snippet = (kind: 'row' | 'paragraph') =>
    shownOf(
      { start: 0, text, segments: [{ start: 0, end: text.length, kind, ...details }] },
      found('dear', [[31, 35]]),
    ).snippet
  assert.equal(snippet('row'), 'date: 2026-10-23\ncomment: Too dear')
  assert.equal(snippet('paragraph'), 'date: 2026-10-23 comment: Too dear')
})
