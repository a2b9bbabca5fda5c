// Splits texts, phrases and queries into words.
import { listed } from './word-lists.ts'

/** Classes of characters. Zero is for those not classified yet. */
const separator = 1
/** A letter or digit. */
const letter = 2
/** Belongs to the previous character: accents, vowel signs, joiners, variation selectors, skin tones. */
const mark = 3
/** A letter of a script without spaces. */
const unspaced = 4
/** A mark that joins the next letter to the character (a linker of conjuncts, UAX #44). */
const linker = 5
const pictograph = 6
/** Two of them are a flag. */
const regional = 7
const apostrophe = 8
/** Has neither width nor meaning: soft hyphens, direction marks. */
const invisible = 9
/** Belongs to the next character. */
const prepended = 10
/** Half of a character that takes two UTF-16 units. */
const surrogate = 11

/** Letters of scripts without spaces. */
const unspacedLetter =
  /(?=[\p{L}\p{N}])[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Bopomofo}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}\p{scx=Tai_Le}\p{scx=New_Tai_Lue}\p{scx=Tai_Tham}\p{scx=Tai_Viet}]/u

const classes: [number, RegExp][] = [
  [apostrophe, /['\u2019\uff07\u05f3\u05f4]/],
  [
    linker,
    /[\u094d\u09cd\u0acd\u0b4d\u0c4d\u0d4d\u1039\u17d2\u1a60\u1b44\u1bab\ua9c0\uaaf6\u{10a3f}\u{11133}\u{113d0}\u{1193e}\u{11a47}\u{11a99}\u{11f42}]/u,
  ],
  // The last two are vowels of Thai and Lao: letters by category, but never the first in a character.
  [mark, /[\p{M}\p{Grapheme_Extend}\p{Emoji_Modifier}\u0e33\u0eb3]|\u200d/u],
  [invisible, /[\u00ad\u061c\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/],
  [
    prepended,
    /[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u0d4e\u{110bd}\u{110cd}\u{111c2}\u{111c3}\u{113d1}\u{1193f}\u{11941}\u{11a3a}\u{11a84}-\u{11a89}\u{11d46}\u{11f02}]/u,
  ],
  [unspaced, unspacedLetter],
  [letter, /[\p{L}\p{N}]/u],
  [regional, /\p{Regional_Indicator}/u],
  [pictograph, /\p{Extended_Pictographic}/u],
]

/** The class of each code point, filled on demand. */
const classOf = new Uint8Array(0x110000).fill(surrogate, 0xd800, 0xe000)

function classify(codePoint: number): number {
  const character = String.fromCodePoint(codePoint)
  const found = classes.find(([, characters]) => characters.test(character))?.[0] ?? separator
  classOf[codePoint] = found
  return found
}

/** Separate words before a vowel: l’eau, qu’une, dell’arte. */
const elided = listed('elided')
const vowel = /[aeiouyhœæ]/i

/**
 * Iterates over the words of a text between two UTF-16 offsets. A word is
 * - letters, digits and their marks, with apostrophes between them: “don’t” is one, “follow-up” and “3.5” are two each;
 * - in scripts without spaces, each letter with its marks;
 * - an emoji or a flag, of any number of code points.
 *
 * Words always consist of whole characters (extended grapheme clusters, UAX #29).
 */
export class Words {
  /** Where the current word begins. */
  start = 0
  end = 0

  private readonly text: string
  private readonly to: number

  constructor(text: string, from = 0, to = text.length) {
    this.text = text
    this.to = to
    this.end = from
  }

  /** Advances to the next word. @returns false at the end */
  next(): boolean {
    const { text, to } = this
    let at = this.end
    while (at < to) {
      const plain = classOf[text.charCodeAt(at)]
      if (plain === separator) {
        at++
        continue
      }
      this.start = at
      if (plain === letter) {
        this.end = this.endOfLetters(at)
        return true
      }
      while (this.classAt(at) === prepended) at = this.past(at)
      switch (this.classAt(at)) {
        case letter:
          this.end = this.endOfLetters(at)
          return true
        case unspaced:
          this.end = this.endOfUnspaced(at)
          return true
        case regional:
          this.end = this.endOfMarks(this.classAt(at + 2) === regional ? at + 4 : at + 2)
          return true
        case pictograph:
          at = this.end = this.endOfPictograph(at)
          if (!isSign(text, this.start, at)) return true
          break
        default:
          at = this.past(at)
      }
    }
    this.end = to
    return false
  }

  private classAt(at: number): number {
    if (at >= this.to) return separator
    const unit = this.text.charCodeAt(at)
    const kind = classOf[unit] || classify(unit)
    if (kind !== surrogate) return kind
    const codePoint = this.text.codePointAt(at)!
    if (codePoint === unit || at + 1 === this.to) return separator
    return classOf[codePoint] || classify(codePoint)
  }

  private past(at: number): number {
    return (
      at + (classOf[this.text.charCodeAt(at)] === surrogate && this.text.codePointAt(at)! > 0xffff ? 2 : 1)
    )
  }

  private endOfLetters(from: number): number {
    const { text, to } = this
    let linked = false
    for (let at = this.past(from); ; at = this.past(at)) {
      while (at < to && classOf[text.charCodeAt(at)] === letter) {
        at++
        linked = false
      }
      const kind = this.classAt(at)
      if (kind === letter || (kind === unspaced && linked)) {
        linked = false
      } else if (kind === linker) {
        linked = true
      } else if (kind === apostrophe || kind === invisible || kind === prepended) {
        const next = this.nextLetter(at)
        if (next === -1 || (kind === apostrophe && this.elides(at, next))) return at
        linked = false
        at = next
      } else if (kind !== mark) {
        return at
      }
    }
  }

  /** Returns where the word continues after an apostrophe and invisible characters, or -1. */
  private nextLetter(from: number): number {
    let apostrophes = 0
    for (let at = from; ; at = this.past(at)) {
      const kind = this.classAt(at)
      if (kind === letter) return at
      if (kind === apostrophe && apostrophes === 0) apostrophes++
      else if (kind !== invisible && kind !== prepended) return -1
    }
  }

  private elides(apostropheAt: number, next: number): boolean {
    return (
      apostropheAt - this.start <= 6 &&
      elided.has(this.text.slice(this.start, apostropheAt).toLowerCase()) &&
      vowel.test(this.text[next]!.normalize('NFD'))
    )
  }

  private endOfUnspaced(from: number): number {
    let linked = false
    for (let at = this.past(from); ; at = this.past(at)) {
      const kind = this.classAt(at)
      if (kind === linker) linked = true
      else if (kind === unspaced && linked) linked = false
      else if (kind === letter && linked) return this.endOfLetters(at)
      else if (kind !== mark) return at
    }
  }

  private endOfPictograph(from: number): number {
    let at = this.endOfMarks(this.past(from))
    while (this.text.charCodeAt(at - 1) === 0x200d && this.classAt(at) === pictograph) {
      at = this.endOfMarks(this.past(at))
    }
    return at
  }

  private endOfMarks(from: number): number {
    let at = from
    for (;;) {
      const kind = this.classAt(at)
      if (kind !== mark && kind !== linker) return at
      at = this.past(at)
    }
  }
}

/** “Aerie®” is one word: these signs are emoji only with a variation selector. */
function isSign(text: string, start: number, end: number): boolean {
  return end - start === 1 && '©®™'.includes(text[start]!)
}

/** Returns the words of a short text, as written. */
export function wordsOf(text: string): string[] {
  const found: string[] = []
  const words = new Words(text)
  while (words.next()) found.push(text.slice(words.start, words.end))
  return found
}

/** Divides a text at white space, for rules about words with the punctuation around them. */
export const wordsBetweenSpaces = (text: string): string[] => text.split(/\s+/).filter(Boolean)

/** Returns whether a text has letters of scripts without spaces. */
export const isUnspaced = (text: string): boolean => unspacedLetter.test(text)

const dictionaries = new Intl.Segmenter('und', { granularity: 'word' })

/** Divides a text into words and what is between them (UAX #29), and scripts without spaces by ICU's dictionaries. */
export const dictionarySegments = (text: string): Intl.Segments => dictionaries.segment(text)

/** Characters that show nothing, except those that keep a syllable or a flag together. */
const ignored = /(?![\u115f\u1160\u3164\uffa0\u{e0020}-\u{e007f}])\p{Default_Ignorable_Code_Point}/gu

/**
 * Folds a word for comparison: ignores case (full case folding regardless of language: ß is ss, ς is σ, and I, İ, i and
 * ı are one letter) and presentation (NFKC: ﬁ is fi, full width is half width), but not accents.
 */
export function fold(word: string): string {
  if (/^[a-z\d]+$/i.test(word)) return word.toLowerCase()
  return (
    visible(word)
      .normalize('NFKD')
      // Only upper case maps ß to SS; the first step is for ẞ.
      .toLowerCase()
      .toUpperCase()
      .toLowerCase()
      .replaceAll('i\u0307', 'i')
      .replaceAll('ς', 'σ')
      .replace(/[\u2019\u02bc\uff07]/g, "'")
      .normalize('NFKC')
  )
}

/** Removes characters that show nothing, and composes the word (NFC). */
export function visible(word: string): string {
  return word.replace(ignored, '').normalize('NFC')
}
