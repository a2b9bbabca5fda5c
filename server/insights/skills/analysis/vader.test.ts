import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import vader from 'vader-sentiment'
import { compoundOf } from './vader.ts'

test('every sentence is judged as VADER judges it', () => {
  const words =
    'the service was great GREAT, terrible! not kind of but least :) :-( "good" (bad) awful... love/hate don’t isn\'t very !!! x'
  const sentence = fc
    .array(fc.oneof(fc.constantFrom(...words.split(' ')), fc.string()), { maxLength: 12 })
    .map((list) => list.join(' '))
  fc.assert(
    fc.property(sentence, (one) => {
      assert.equal(compoundOf(one), vader.SentimentIntensityAnalyzer.polarity_scores(one).compound)
    }),
    { numRuns: 500 },
  )
})
