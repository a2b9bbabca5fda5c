import { hash } from 'node:crypto'
import { fold, Words, wordsOf } from '#engines/language'

/** A form of a name, which cannot be read from its hash. */
export interface Form {
  /** SHA-256 of a salt and the words, in base64url. */
  hash: string
  /** How many words it has. */
  words: number
}

export interface Replacement {
  /** Where the name is, in UTF-16 units. */
  start: number
  end: number
  pseudonym: string
}

interface Word {
  start: number
  end: number
  folded: string
}

/** In UTF-16 units. A name that begins in a piece may go on beyond it. */
const usualPiece = 20_000
const reach = 2_000

/** Hashes to remember: most words of a text recur. */
const mostKnown = 50_000

/** Returns the form that a text is, as a whole. */
export function formOf(salt: string, text: string): Form {
  const words = wordsOf(text).map(comparable)
  return { hash: hashOf(salt, words), words: words.length }
}

/** Finds names in texts, and replaces them. */
export class Pseudonyms {
  private readonly salt: string
  private readonly pseudonyms: Map<string, string>
  /** Numbers of words that names have, the largest first. */
  private readonly lengths: number[]
  private readonly known = new Map<string, string | undefined>()

  /** @param salt the one that the forms were hashed with */
  constructor(salt: string, forms: (Form & { pseudonym: string })[]) {
    this.salt = salt
    this.pseudonyms = new Map(forms.map(({ hash, pseudonym }) => [hash, pseudonym]))
    this.lengths = [...new Set(forms.map(({ words }) => words))].sort((a, b) => b - a)
  }

  /** Finds the names between two places, from left to right. Of those that begin with the same word, the longest. */
  *find(text: string, from = 0, to = text.length): Generator<Replacement> {
    const words = new Words(text, from, Math.min(to, text.length))
    const longest = this.lengths[0] ?? 0
    const ahead: Word[] = []
    for (;;) {
      while (ahead.length < longest && words.next()) {
        const { start, end } = words
        ahead.push({ start, end, folded: comparable(text.slice(start, end)) })
      }
      if (ahead.length === 0) return
      const found = this.at(text, ahead)
      if (found) yield found.replacement
      ahead.splice(0, found?.words ?? 1)
    }
  }

  /** Returns whether a name occurs in a text, or in one of those that an object or a list has, at any depth. */
  occursIn(value: unknown): boolean {
    if (typeof value === 'string') return !this.find(value).next().done
    if (typeof value !== 'object' || value === null) return false
    return Object.entries(value).some(([key, entry]) => this.occursIn(key) || this.occursIn(entry))
  }

  replaceIn(text: string): string {
    return replaced(text, this.find(text))
  }

  /** Replaces names in a long text piece by piece, so that other work can have its turn between them. */
  *replaceInPieces(text: string): Generator<string> {
    for (let from = 0; from < text.length; ) {
      const to = pieceEnd(text, from + usualPiece)
      const found: Replacement[] = []
      for (const one of this.find(text, from, to + reach)) {
        if (one.start >= to) break
        found.push({ ...one, start: one.start - from, end: one.end - from })
      }
      const end = Math.max(to, from + (found.at(-1)?.end ?? 0))
      yield replaced(text.slice(from, end), found)
      from = end
    }
  }

  /** Returns the name that begins with the first of these words. */
  private at(text: string, ahead: Word[]): { replacement: Replacement; words: number } | undefined {
    for (const words of this.lengths) {
      if (words > ahead.length || !isTogether(text, ahead.slice(0, words))) continue
      const last = ahead[words - 1]!
      const before = ahead.slice(0, words - 1).map(({ folded }) => folded)
      for (const { folded, end } of endings(text, last)) {
        const pseudonym = this.pseudonymOf([...before, folded])
        if (pseudonym !== undefined) return { replacement: { start: ahead[0]!.start, end, pseudonym }, words }
      }
    }
    return undefined
  }

  private pseudonymOf(words: string[]): string | undefined {
    const key = words.join(' ')
    if (this.known.has(key)) return this.known.get(key)
    if (this.known.size >= mostKnown) this.known.clear()
    const found = this.pseudonyms.get(hashOf(this.salt, words))
    this.known.set(key, found)
    return found
  }
}

/** Puts the pseudonyms in place of what was found, which is in the order of the text. */
export function replaced(text: string, found: Iterable<Replacement>): string {
  let result = ''
  let last = 0
  for (const { start, end, pseudonym } of found) {
    result += text.slice(last, start) + pseudonym
    last = end
  }
  return result + text.slice(last)
}

/** Returns the next place from `place` that is not within a word; in scripts without spaces, the place itself. */
function pieceEnd(text: string, place: number): number {
  const space = text.slice(place, place + reach).search(/\s/u)
  return Math.min(text.length, space === -1 ? place : place + space)
}

const hashOf = (salt: string, words: string[]): string =>
  hash('sha256', `${salt} ${words.join(' ')}`, 'base64url')

/** Ignores case and accents. */
const comparable = (word: string): string =>
  fold(word)
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')

/** Returns whether nothing but white space and two other characters are between each of the words: `Vera_Stein`, `Stein, Vera`. */
const isTogether = (text: string, words: Word[]): boolean =>
  words.every(
    (word, n) => n === 0 || text.slice(words[n - 1]!.end, word.start).replace(/\s+/gu, '').length <= 2,
  )

/** Returns a last word as it is, and without what follows an apostrophe: `Vera’s`. */
function* endings(text: string, { start, end, folded }: Word): Generator<Pick<Word, 'end' | 'folded'>> {
  yield { end, folded }
  const length = text.slice(start, end).search(/['\u2019\u02bc\uff07]\p{L}{0,2}$/u)
  if (length > 0) yield { end: start + length, folded: comparable(text.slice(start, start + length)) }
}
