import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Language } from '#rules/languages'
import { vectorOf } from './vector.ts'
import { wordsIn } from './words.ts'

const entriesOf = (word: string, language: Language | null) =>
  [...wordsIn(word, language)].flatMap(({ entries }) => entries)

const isFound = (one: string, other: string, language: Language | null) =>
  entriesOf(one, language).some((entry) => entriesOf(other, language).includes(entry))

test('words that differ only in accents find each other, in any language', () => {
  const alike: [Language | null, string, string][] = [
    ['fr', 'café', 'cafe'],
    ['fr', 'mangé', 'mange'],
    ['fr', 'DIFFICULTÉS', 'difficulte'],
    ['es', 'canción', 'cancion'],
    ['es', 'canciones', 'CANCIÓN'],
    ['pt', 'informação', 'informacao'],
    ['de', 'über', 'uber'],
    ['de', 'Häuser', 'Haeuser'],
    ['sv', 'älskar', 'alskar'],
    ['da', 'smørrebrød', 'smorrebrod'],
    ['pl', 'Łódź', 'lodz'],
    ['cs', 'příliš', 'prilis'],
    ['ro', 'știință', 'stiinta'],
    ['tr', 'çalışıyor', 'calisiyor'],
    ['el', 'πελάτης', 'πελατης'],
    ['ru', 'ёлка', 'елка'],
    ['ar', 'كِتَاب', 'كتاب'],
    [null, 'Đà Nẵng', 'da nang'],
    [null, 'naïve', 'naive'],
  ]
  for (const [language, one, other] of alike) {
    assert.ok(isFound(one, other, language), `${one} ${other}`)
    assert.ok(isFound(other, one, language), `${other} ${one}`)
  }
})

test('marks that make another letter count', () => {
  for (const [language, one, other] of [
    ['ru', 'йод', 'иод'],
    ['uk', 'їх', 'іх'],
    ['ja', 'が', 'か'],
    ['ko', '각', '가'],
    [null, 'की', 'का'],
  ] as const)
    assert.ok(!isFound(one, other, language), one)
})

test('a passage is indexed with its words, its speakers, its project and its language', () => {
  assert.equal(
    vectorOf('Prices, don’t rise. Café!', { projectId: 'p', language: 'en', speakers: ['Zoë O\\Neil'] }),
    `'p/en' 'speaker/zoe o\\\\neil' 'price':1 'don''t':2 'rise':3 'cafe':4 'zoe':6 'o':7 'neil':8`,
  )
})
