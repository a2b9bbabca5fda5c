import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import fc from 'fast-check'
import { languages } from '#contract'
import { stemOf } from './stem.ts'
import { anyWriting } from './testing/arbitraries.ts'
import { fold, wordsOf } from './words.ts'

test('the forms of a word have the same stem in each language', () => {
  const forms: Record<keyof typeof languages, string[]> = {
    ar: ['كتاب', 'الكتاب'],
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
    pt: ['menino', 'meninos'],
    ro: ['oraș', 'orașului', 'oraşului'],
    ru: ['книга', 'книги', 'КНИГУ'],
    sv: ['flicka', 'flickor', 'flickorna'],
    tr: ['kitap', 'kitapları', 'KİTAPLARI'],
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

const vocabularies = '/usr/share/snowball/data'

test('words of Snowball’s own vocabularies have Snowball’s stems', {
  skip: !existsSync(vocabularies) && 'needs the Debian package snowball-data',
}, () => {
  // The others differ in what is a word: by apostrophes, hyphens or cedillas, or keep accents of very short words (Greek).
  for (const language of ['da', 'de', 'es', 'fi', 'fr', 'it', 'nl', 'no', 'pt', 'ru', 'sv'] as const) {
    const read = (name: string) =>
      readFileSync(`${vocabularies}/${languages[language]}/${name}.txt`, 'utf8').trim().split('\n')
    const words = read('voc')
    assert.ok(words.length > 20_000)
    const stems = words.map((word) => stemOf(word, language))
    assert.deepEqual(stems, read('output'), language)
  }
})

test('in other languages, a word is its own stem; an emoji has one stem in all skin tones', () => {
  for (const language of [null, 'ja', 'constructor', '__proto__', '']) {
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
