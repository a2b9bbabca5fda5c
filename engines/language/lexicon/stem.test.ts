import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import fc from 'fast-check'
import { languages } from '#rules/languages'
import { anyWriting } from '../../matching/testing/arbitraries.ts'
import { fold, wordsOf } from '../words.ts'
import { stemOf } from './stem.ts'

test('the forms of a word have the same stem in each language', () => {
  const forms: Partial<Record<keyof typeof languages, string[]>> = {
    ar: ['كتاب', 'الكتاب'],
    cs: ['cena', 'ceny', 'CENAMI'],
    da: ['hus', 'huset', 'husene'],
    de: ['Haus', 'Häuser', 'HAUSES'],
    el: ['πελάτης', 'πελάτες', 'πελατών', 'ΠΕΛΑΤΗ'],
    en: ['customer', 'Customers', 'customer’s'],
    es: ['canción', 'canciones', 'CANCIÓN'],
    fi: ['talo', 'talossa', 'taloissa'],
    fr: ['cheval', 'chevaux'],
    hu: ['ház', 'házak', 'házban'],
    it: ['parlare', 'parlano', 'parlava'],
    nl: ['lamp', 'lampen', 'Lampen'],
    no: ['hus', 'huset', 'husene'],
    pl: ['klient', 'klientów', 'KLIENTAMI'],
    pt: ['menino', 'meninos'],
    ro: ['oraș', 'orașului', 'oraşului'],
    ru: ['книга', 'книги', 'КНИГУ'],
    sv: ['flicka', 'flickor', 'flickorna'],
    tr: ['kitap', 'kitapları', 'KİTAPLARI'],
    uk: ['ціна', 'ціни', 'ЦІНОЮ'],
  }
  for (const [language, [first, ...others]] of Object.entries(forms)) {
    for (const other of others)
      assert.equal(stemOf(other, language), stemOf(first!, language), `${language}: ${other}`)
  }
  assert.equal(stemOf('İstanbul’da', 'tr'), stemOf('İstanbul', 'tr'))
  assert.notEqual(stemOf('πόλη', 'el'), stemOf('πόνος', 'el'))
  for (const greek of [
    ['πρόβλημα', 'προβλήματα', 'προβλημάτων'],
    ['πληρώνω', 'πληρώνουμε', 'πληρώνουνε', 'πληρώνετε'],
  ])
    assert.equal(new Set(greek.map((word) => stemOf(word, 'el'))).size, 1, greek[0])
})

/** Words with their stems by Snowball 3.1.1: samples of its vocabularies (BSD, https://snowballstem.org). */
const samples = readFileSync(new URL('testing/snowball-3.1.tsv', import.meta.url), 'utf8')
  .trim()
  .split('\n')

test('words have Snowball’s stems', () => {
  for (const sample of samples) {
    const [language, word, stem] = sample.split('\t')
    assert.equal(stemOf(word!, language!), fold(stem!), sample)
  }
})

const vocabularies = '/usr/share/snowball/data'

/** SHA-256, abbreviated, of all stems by Snowball 3.1.1, one a line and folded. A word without a stem is its own. */
const sums = {
  da: '13531a92b205dbed',
  de: '33c06f08650c92ca',
  el: 'c8f0f1a416eb9feb',
  en: 'bf9b252739717b83',
  es: '4b6c1b75269b6502',
  fi: '342fa4c8fc61eea6',
  fr: '60fcf0ed83ca6396',
  hu: '4912bdeb2e660aa5',
  it: '2d8f6be4fcf24891',
  nl: 'a7e0f6f60bf69ce5',
  no: 'aa7d7e89170c55c9',
  pt: 'bd77306523eb186c',
  ro: '9c5e8dc3354fa0d9',
  ru: '2e3800cd47ad3d81',
  sv: 'ba0cfaaa7de9715a',
  tr: 'bcd3a939135b84d4',
} as const

test('all words of Snowball’s own vocabularies have Snowball’s stems', {
  skip: !existsSync(vocabularies) && 'needs the Debian package snowball-data',
}, () => {
  for (const [language, sum] of Object.entries(sums)) {
    const name = new Intl.DisplayNames('en', { type: 'language' }).of(language)!.toLowerCase()
    const words = readFileSync(`${vocabularies}/${name}/voc.txt`, 'utf8').trim().split('\n')
    assert.ok(words.length > 20_000)
    // Words with hyphens and digits are several words here, or keep their endings. Folding alters an iota subscript.
    const stems = words
      .filter((word) => /^(?:(?!\u0345)[\p{L}\p{M}'])+$/u.test(word.normalize('NFD')))
      .map((word) => stemOf(word, language))
      .join('\n')
    assert.equal(createHash('sha256').update(stems).digest('hex').slice(0, sum.length), sum, language)
  }
})

test('in other languages, a word is its own stem; an emoji has one stem in all skin tones', () => {
  for (const language of [null, 'ja', 'ko', 'constructor', '__proto__', '']) {
    assert.equal(stemOf('Customers', language), 'customers')
    assert.equal(stemOf('👍🏽', language), '👍')
  }
})

test('a word with digits and a very long word keep their endings', () => {
  const long = 'customers'.repeat(8)
  for (const [word, language] of [
    ['mp3s', 'en'],
    [long, 'en'],
  ] as const)
    assert.equal(stemOf(word, language), word)
  assert.notEqual(stemOf('customers'.repeat(7), 'en'), 'customers'.repeat(7))
})

test('a stem depends on nothing but the word and the language, and is never empty', () => {
  const language = fc.constantFrom(...Object.keys(languages))
  fc.assert(
    fc.property(fc.array(fc.tuple(anyWriting, language), { maxLength: 4 }), (several) => {
      const all = several.flatMap(([text, language]) => wordsOf(text).map((word) => ({ word, language })))
      const stems = all.map(({ word, language }) => stemOf(word, language))
      for (const [n, { word, language }] of [...all.entries()].reverse()) {
        assert.equal(stemOf(word, language), stems[n])
        if (language !== 'tr') assert.equal(stemOf(fold(word), language), stems[n])
        assert.notEqual(stems[n], '')
      }
    }),
    { numRuns: 500 },
  )
})
