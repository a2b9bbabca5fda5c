import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wordsIn } from './lexicon.ts'
import { speechPatternsOf } from './speech-patterns.ts'

test('a sentence begins with its verb only in languages that leave subjects out', () => {
  const sentences = {
    es: ['Está cerrado', true],
    it: ['Abbiamo paura', true],
    pt: ['Está fechado', true],
    en: ['Is closed', false],
    de: ['Ist zu', false],
  } as const
  for (const [language, [sentence, expected]] of Object.entries(sentences))
    assert.equal(speechPatternsOf(language)!.isVerb(wordsIn(sentence), 0), expected, sentence)
})

test('a word after the mark of an infinitive is no verb of the sentence', () => {
  const words = wordsIn('they want to have more')
  const { isVerb } = speechPatternsOf('en')!
  assert.deepEqual(
    words.filter((_, n) => isVerb(words, n)).map(({ text }) => text),
    ['want'],
  )
})
