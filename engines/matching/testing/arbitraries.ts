import fc from 'fast-check'
import { wordsOf } from '../../language/words.ts'
import type { Definition, Phrase } from '../definition.ts'
import { parseQuery, type Query, type Term } from '../query.ts'
import type { WholeText } from './oracle.ts'
import { printQuery } from './print-query.ts'

/** Of many scripts, and in several forms of one word. */
const vocabulary = (
  "a A ab abc Abba b run runs running Running price Prices the Straße STRASSE strasse ﬁn fin ＡＢ don’t don't " +
  "l’eau d'Abba x1 12 \u00e9t\u00e9 e\u0301te\u0301 İz IZ ız iz ΟΔΟΣ οδος книга книги häuser Haus " +
  '東 京 東京 カ\u3099 ガ กำ ไทย ភ្នំ မြန်မာ नमस्ते שלום مرحبا می\u200cخواهم ' +
  '👍 👍🏽 👨‍👩‍👧 🇩🇪 ❤ ❤️ 1️⃣ in\u00adfor infor'
).split(' ')
const between = fc.constantFrom(
  ...[' ', ' ', ' ', ', ', '-', '. ', '\r\n', '\n\n', '', "'", '"', '\u00ad', '\u200b', '©'],
)
const anyCharacters = fc.string({ unit: 'binary', maxLength: 3 })
const match = fc.constantFrom('exact' as const, 'stem' as const)

/** Words with some of what else there is in Unicode. */
export function writingOf(words: string[], maxLength: number): fc.Arbitrary<string> {
  const word = fc.tuple(fc.constantFrom(...words), between).map((both) => both.join(''))
  return fc
    .array(fc.oneof({ weight: 12, arbitrary: word }, { weight: 1, arbitrary: anyCharacters }), {
      maxLength,
      size: 'max',
    })
    .map((parts) => parts.join(''))
}

/** With segments anywhere, also empty ones, and with text outside of them. */
function textOf(words: string[]): fc.Arbitrary<WholeText> {
  return fc
    .record({
      text: writingOf(words, 40),
      cuts: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 10 }),
      language: fc.constantFrom('en', 'de', 'tr', 'ru', 'el', 'ja', null),
      speakers: fc.infiniteStream(fc.constantFrom(null, 'Ada', 'Zoé', 'ZOE\u0301')),
    })
    .map(({ text, cuts, language, speakers }) => {
      const places = cuts.map((cut) => Math.round(cut * text.length)).sort((one, other) => one - other)
      if (places.length % 2 === 1) places.push(text.length)
      const segments = Array.from({ length: places.length / 2 }, (_, n) => ({
        start: places[2 * n]!,
        end: places[2 * n + 1]!,
        speaker: speakers.next().value ?? null,
      }))
      return { text, segments, language }
    })
}

function phraseOf(words: string[]): fc.Arbitrary<Phrase> {
  return fc.record({
    text: fc
      .array(fc.constantFrom(...words), { minLength: 1, maxLength: 3 })
      .map((several) => several.join(' ')),
    match,
  })
}

/** Any query that can be written, those that would hold everywhere among them. */
export function queryOf(words: string[]): fc.Arbitrary<Query> {
  const single = words.filter((word) => wordsOf(word).length === 1)
  const word = fc.record({ text: fc.constantFrom('the', ...single), isPrefix: fc.constant(false) })
  const prefix = fc.record({
    text: fc.constantFrom('ab', 'run', 'pri', 'stra', 'été', 'e\u0301te', 'кни', 'fi'),
    isPrefix: fc.constant(true),
  })
  const wordOrPrefix = fc.oneof({ weight: 4, arbitrary: word }, { weight: 1, arbitrary: prefix })
  const term: fc.Arbitrary<Term> = fc.oneof(
    fc.record({
      kind: fc.constant('term' as const),
      words: fc.array(wordOrPrefix, { minLength: 1, maxLength: 3 }),
      match: fc.constant('exact' as const),
    }),
    fc.record({
      kind: fc.constant('term' as const),
      words: fc
        .tuple(fc.array(word, { maxLength: 1 }), wordOrPrefix)
        .map(([first, last]) => [...first, last]),
      match: fc.constant('stem' as const),
    }),
  )
  const terms = fc.array(term, { minLength: 1, maxLength: 3 })
  const within = fc.integer({ min: 1, max: 5 })
  return fc.letrec<{ query: Query }>((tie) => {
    const parts = fc.array(tie('query'), { minLength: 2, maxLength: 3 })
    return {
      query: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        { weight: 2, arbitrary: term },
        {
          weight: 2,
          arbitrary: fc.record({ kind: fc.constant('near' as const), left: terms, right: terms, within }),
        },
        { weight: 2, arbitrary: fc.record({ kind: fc.constant('and' as const), parts }) },
        { weight: 2, arbitrary: fc.record({ kind: fc.constant('or' as const), parts }) },
        { weight: 2, arbitrary: fc.record({ kind: fc.constant('not' as const), part: tie('query') }) },
      ),
    }
  }).query
}

function definitionOf(words: string[]): fc.Arbitrary<Definition> {
  const query = queryOf(words)
    .map(printQuery)
    .filter((written) => written.length < 1900)
    .map((written) =>
      looksForSomething(written) ? written : `(${written}) AND (the OR ru* OR "${words[0]}")`,
    )
  return fc.record({
    phrases: fc.array(phraseOf(words), { maxLength: 4 }),
    query: fc.option(query),
    exclude: fc.array(phraseOf(words), { maxLength: 1 }),
    language: fc.constantFrom('en', 'ru', 'tr', null, null, null),
    scope: fc.constantFrom({}, {}, {}, { speakers: ['zoe'] }, { speakers: ['ADA', 'Zoé'] }),
  })
}

function looksForSomething(query: string): boolean {
  try {
    parseQuery(query)
    return true
  } catch {
    return false
  }
}

const fewWords = fc.shuffledSubarray(vocabulary, { minLength: 2, maxLength: 8 })

export const anyWriting = fc.constant(vocabulary).chain((words) => writingOf(words, 12))
export const anyQuery = fewWords.chain(queryOf)

/** A text and trackers of the same few words, so that there is much to find. */
export const anyCase = fewWords.chain((words) =>
  fc.record({
    text: textOf(words),
    definitions: fc.array(definitionOf(words), { minLength: 1, maxLength: 6 }),
  }),
)
