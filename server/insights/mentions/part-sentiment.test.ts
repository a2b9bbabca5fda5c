import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Segment } from '#contract'
import { PartSentiment } from './part-sentiment.ts'

const details = { label: null, speaker: null, startMs: null, endMs: null }

/** Judges the sentences with these words, in a segment that begins at 1,000 in its source. */
function judge(text: string, words: string[], kind: Segment['kind'] = 'paragraph', language = 'en') {
  const start = 1000
  const segment = { start, end: start + text.length, kind, ...details }
  const sentiment = new PartSentiment({ start, text, segments: [segment] }, language)
  return sentiment.of(
    segment,
    words.map((word) => [start + text.indexOf(word), start + text.indexOf(word) + word.length]),
  )
}

test('a mention has the sentiment of its sentence, not of those around it', () => {
  const text = 'The app is great. The price is terrible! We see the price each month. It is what it is.'
  assert.equal(judge(text, ['app']), 'positive')
  assert.equal(judge(text, ['price is']), 'negative')
  assert.equal(judge(text, ['We see']), null)
})

test('a mention over several sentences has their mean', () => {
  assert.equal(judge('The app is great. We see it each month.', ['app', 'see']), 'positive')
  assert.equal(judge('The app is good. The price is terrible.', ['app', 'price']), 'neutral')
})

test('a field of a table row is judged by its value, not by its name or other fields', () => {
  const row = 'complaint: the delivery\nworst problem: none\nnote: I love the app'
  assert.equal(judge(row, ['delivery'], 'row'), null)
  assert.equal(judge(row, ['love'], 'row'), 'positive')
  assert.equal(judge(row, ['worst'], 'row'), null)
})

test('marks and fillers of a transcript say nothing', () => {
  assert.equal(judge('It was, like, the price [laughter].', ['price'], 'turn'), null)
  assert.equal(judge('We like the price.', ['price'], 'turn'), 'positive')
})

test('a language without a lexicon is not judged', () => {
  assert.equal(judge('Der Preis ist super.', ['Preis'], 'paragraph', 'de'), null)
})
