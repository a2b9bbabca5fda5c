import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { compoundOf } from './vader.ts'

/**
 * Sentences with the `compound` that vaderSentiment 3.3.2 returns for them. The first 54 are from its README and its program;
 * the others combine its rules.
 */
const table = readFileSync(new URL('testing/compounds.tsv', import.meta.url), 'utf8')
const judged = table
  .trimEnd()
  .split('\n')
  .map((line) => line.split('\t') as [string, string])

test('every sentence gets the score of the original, to four decimals', () => {
  assert.ok(judged.length > 600)
  for (const [compound, sentence] of judged) {
    assert.equal((compoundOf(sentence) ?? 0).toFixed(4), compound.replace('-0.0000', '0.0000'), sentence)
  }
})

test('a sentence without a word of the lexicon has no score', () => {
  for (const sentence of ['', ' ', '!!!', 'The table has four legs.', 'very', 'kind of', '𝕏 🫠']) {
    assert.equal(compoundOf(sentence), null, sentence)
  }
})
