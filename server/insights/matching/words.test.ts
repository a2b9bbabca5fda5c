import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyWriting } from './testing/arbitraries.ts'
import { wordsIn } from './testing/words-by-expression.ts'
import { fold, Words, wordsOf } from './words.ts'

test('words are what people take for words', () => {
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
    'नमस्ते שלום مرحبا': ['नमस्ते', 'שלום', 'مرحبا'],
    '👨‍👩‍👧👍🏽🇩🇪🇫🇷 ❤️1️⃣': ['👨‍👩‍👧', '👍🏽', '🇩🇪', '🇫🇷', '❤️', '1️⃣'],
    'Aerie® © 2026 ™ ®️': ['Aerie', '2026', '®️'],
    'infor\u00admation zero\u200bwidth': ['infor\u00admation', 'zero', 'width'],
    ' \r\n\t—…': [],
  }
  for (const [text, expected] of Object.entries(words)) assert.deepEqual(wordsOf(text), expected)
})

test('words are compared without case in every language alike, and with their accents', () => {
  const alike = [
    ['Straße', 'STRASSE', 'STRAẞE', 'strasse'],
    ['ΟΔΟΣ', 'οδος', 'οδοσ'],
    ['İstanbul', 'istanbul', 'ISTANBUL', 'ıstanbul', 'I\u0307stanbul'],
    ['Été', 'ÉTÉ', 'e\u0301te\u0301'],
    ['ﬁne', 'FINE', 'ｆｉｎｅ'],
    ['don’t', "don't", 'DON＇T'],
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
})

test('however a word is composed and capitalised, it is the same word', () => {
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

test('the scanner finds the words that one regular expression finds', () => {
  fc.assert(
    fc.property(fc.oneof(anyWriting, awkward), fc.nat(40), fc.nat(40), (text, one, other) => {
      const from = Math.min(one, other, text.length)
      const to = Math.min(Math.max(one, other), text.length)
      assert.deepEqual(
        rangesIn(text, from, to),
        wordsIn(text, from, to).map(({ start, end }) => [start, end]),
      )
    }),
    { numRuns: 2000 },
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
    { numRuns: 3000 },
  )
})

test('a word of a million marks, and a million words, take no longer than they should', () => {
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
