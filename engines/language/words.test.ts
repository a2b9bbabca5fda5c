import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { cases } from '../../scripts/test/full.ts'
import { anyWriting } from '../matching/testing/arbitraries.ts'
import { wordsIn as wordsOfSentence } from './lexicon/lexicon.ts'
import { wordsIn } from './testing/words-by-expression.ts'
import { fold, Words, wordsOf } from './words.ts'

test('texts are divided into words as expected', () => {
  const words: Record<string, string[]> = {
    'Don’t stop; don\'t "go"': ['Don’t', 'stop', "don't", 'go'],
    "rock 'n' roll, the dogs' food": ['rock', 'n', 'roll', 'the', 'dogs', 'food'],
    'follow-up 3.5 john.doe@example.com snake_case': [
      ...['follow', 'up', '3', '5', 'john', 'doe', 'example', 'com', 'snake', 'case'],
    ],
    'l’eau qu’une dell’Arte aujourd’hui O’Neill': [
      ...['l', 'eau', 'qu', 'une', 'dell', 'Arte', 'aujourd’hui', 'O’Neill'],
    ],
    東京は12時カﾞ: ['東', '京', 'は', '12', '時', 'カﾞ'],
    'กำลัง ភ្នំពេញ မြန်မာ': ['กำ', 'ลั', 'ง', 'ភ្នំ', 'ពេ', 'ញ', 'မြ', 'န်', 'မာ'],
    'क्ក ក': ['क्ក', 'ក'],
    क्षក: ['क्ष', 'ក'],
    '\u1000\u1039\u0915\u0915': ['\u1000\u1039\u0915\u0915'],
    'नमस्ते שלום مرحبا': ['नमस्ते', 'שלום', 'مرحبا'],
    '👨‍👩‍👧👍🏽🇩🇪🇫🇷 ❤️1️⃣': ['👨‍👩‍👧', '👍🏽', '🇩🇪', '🇫🇷', '❤️', '1️⃣'],
    'צה״ל ג׳ירפה': ['צה״ל', 'ג׳ירפה'],
    "a''b presqu’île 🇩": ['a', 'b', 'presqu’île', '🇩'],
    'Aerie® © 2026 ™ ®️': ['Aerie', '2026', '®️'],
    'infor\u00admation zero\u200bwidth': ['infor\u00admation', 'zero', 'width'],
    ' \r\n\t—…': [],
  }
  for (const [text, expected] of Object.entries(words)) assert.deepEqual(wordsOf(text), expected)
})

test('in a sentence without spaces, a dictionary divides its letters and nothing else', () => {
  const words = wordsOfSentence('今天东京3.5度。2023년 don’t T_V_ กำลังไป')
  assert.deepEqual(
    words.map(({ text }) => text),
    ['今天', '东京', '3', '5', '度', '2023년', "don't", 'tv', 'กำลัง', 'ไป'],
  )
})

test('an elided word before a vowel or an h is a word of its own', () => {
  const elided =
    'c d j l m n s t qu jusqu lorsqu puisqu quoiqu un all coll dall dell nell sull bell quell quest'
  for (const word of elided.split(' ')) {
    for (const next of [
      'heure',
      'yeux',
      '\u00e9t\u00e9',
      '\u0152uvre',
      '\u00e6quo',
      'arte',
      'Eau',
      'ira',
      'os',
      'une',
    ]) {
      assert.deepEqual(wordsOf(`${word}’${next}`), [word, next])
      assert.deepEqual(wordsOf(`${word.toUpperCase()}'${next.toUpperCase()}`).length, 2)
    }
    assert.deepEqual(wordsOf(`${word}’ta`), [`${word}’ta`])
  }
})

test('a range that cuts an emoji in half does not contain it', () => {
  assert.deepEqual(rangesIn('a😀', 0, 2), [[0, 1]])
  assert.deepEqual(rangesIn('😀a', 1, 3), [[2, 3]])
})

test('words are compared without case in every language, but with their accents', () => {
  const alike = [
    ['Straße', 'STRASSE', 'STRAẞE', 'strasse'],
    ['ΟΔΟΣ', 'οδος', 'οδοσ'],
    ['İstanbul', 'istanbul', 'ISTANBUL', 'ıstanbul', 'I\u0307stanbul'],
    ['Été', 'ÉTÉ', 'e\u0301te\u0301'],
    ['ﬁne', 'FINE', 'ｆｉｎｅ'],
    ['don’t', "don't", 'DON＇T', 'don\u02bct'],
    ['infor\u00admation', 'information'],
    ['❤', '❤️'],
    ['한글', '한글'.normalize('NFD')],
  ]
  for (const [first, ...others] of alike) {
    for (const other of others) assert.equal(fold(other), fold(first!))
  }
  for (const [one, other] of [
    ['ete', 'été'],
    ['й', 'и'],
    ['が', 'か'],
    ['👍', '👍🏽'],
  ])
    assert.notEqual(fold(one!), fold(other!))
  // Also at the end of a word, so that it can be the beginning of another.
  assert.equal(fold('ΟΔΟΣ'), 'οδοσ')
  // Fillers are no letters of their own, but syllables and flags consist of them.
  for (const [filled, plain] of [
    ['\u1112\u1160', '\u1112'],
    ['\u115f\u1161', '\u1161'],
    ['\u3164a', 'a'],
    ['\uffa0a', 'a'],
    ['🏴\u{e0067}\u{e007f}', '🏴'],
  ])
    assert.notEqual(fold(filled!), fold(plain!))
})

test('a word is the same in any composition and case', () => {
  const forms = (word: string) => [
    word.normalize('NFC'),
    word.normalize('NFD'),
    word.toUpperCase(),
    word.toLowerCase(),
    fold(word),
  ]
  for (let codePoint = 0; codePoint < 0x20000; codePoint++) {
    if (codePoint >= 0xd800 && codePoint < 0xe000) continue
    const [word] = wordsOf(String.fromCodePoint(codePoint))
    if (word === undefined) continue
    assert.notEqual(fold(word), '')
    for (const form of forms(word)) assert.equal(fold(form), fold(word), `U+${codePoint.toString(16)}`)
  }
})

test('the scanner finds the same words as a regular expression', () => {
  fc.assert(
    fc.property(fc.oneof(anyWriting, awkward), fc.nat(40), fc.nat(40), (text, one, other) => {
      const from = Math.min(one, other, text.length)
      const to = Math.min(Math.max(one, other), text.length)
      assert.deepEqual(
        rangesIn(text, from, to),
        wordsIn(text, from, to).map(({ start, end }) => [start, end]),
      )
    }),
    { numRuns: cases(2000) },
  )
})

test('words begin and end with whole characters, whatever the text', () => {
  const characters = new Intl.Segmenter('en', { granularity: 'grapheme' })
  fc.assert(
    fc.property(awkward, (text) => {
      const boundaries = new Set([text.length])
      for (const { index } of characters.segment(text)) boundaries.add(index)
      for (const at of rangesIn(text).flat()) assert.ok(boundaries.has(at), `${at} is within a character`)
    }),
    { numRuns: cases(3000) },
  )
})

test('a word of a million marks and a million words are scanned in linear time', () => {
  for (const text of [
    `a${'\u0301'.repeat(1e6)}`,
    `${'a\u00ad'.repeat(1e6)}!`,
    `a${'\u00ad'.repeat(1e6)}`,
    '\u0600'.repeat(1e6),
    "'".repeat(1e6),
    '👨‍'.repeat(1e6),
    '🇩'.repeat(1e6),
    "l'a".repeat(1e6),
  ]) {
    const words = new Words(text)
    const before = process.threadCpuUsage()
    while (words.next());
    assert.ok(process.threadCpuUsage(before).user / 1e6 < 5)
  }
})

function rangesIn(text: string, from?: number, to?: number): [number, number][] {
  const found: [number, number][] = []
  for (const words = new Words(text, from, to); words.next(); ) found.push([words.start, words.end])
  return found
}

/** Where characters end is hard to tell among these. */
const awkward = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...[' ', "'", '’', 'a', 'l', 'é', 'e', '\u0301', '1', '\u20e3', '\r', '\n', '\u00ad', '\u200b'],
        ...[
          '\u200c',
          '\u200d',
          '\ufe0f',
          '\u{e0067}',
          '\u{e007f}',
          '\u0600',
          '\u0d4e',
          '\u{111c2}',
          '東',
          'ー',
        ],
        ...['ﾞ', '\u0e01', '\u0e33', '\u1780', '\u17d2', '\u1000', '\u1039', '\u102c', '\u0915', '\u094d'],
        ...['\u093f', '\u1100', '\u1161', '\u11a8', '가', '\u115f', '©', '😀', '👨', '🏽', '🇦', '🇧'],
      ),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
      ...[0x600, 0x900, 0xe00, 0x1000, 0x1780, 0x1a20, 0x3000, 0xaa60, 0x1f300].map((block) =>
        fc.nat(0xff).map((n) => String.fromCodePoint(block + n)),
      ),
    ),
    { maxLength: 12 },
  )
  .map((characters) => characters.join(''))
