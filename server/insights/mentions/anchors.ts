import { createHash } from 'node:crypto'
import type { TextPart } from '#engines/language'
import { fold, wordsOf } from '#engines/language'
import type { Evidence } from './evidence.ts'

/**
 * Identifies what a mention says, wherever that is in the text. Hashes of words, so white space, punctuation and case may
 * change.
 */
export interface Anchor {
  /** The words that matched and their sentence, or for a query the passage. */
  key: string
  /** The sentences before and after it; empty where the part of the text begins or ends. */
  before: string
  after: string
}

interface Range {
  start: number
  end: number
}

const sentences = new Intl.Segmenter(undefined, { granularity: 'sentence' })

/** Anchors of mentions in a part of a text. */
export class PartAnchors {
  readonly #part: Omit<TextPart, 'number'>
  /** The sentences of each passage. */
  readonly #sentences = new Map<number, Range[]>()

  constructor(part: Omit<TextPart, 'number'>) {
    this.#part = part
  }

  /** Returns the anchor of the words in their sentence, and for a query also that of the passage. */
  of({ rule, start, end }: Pick<Evidence, 'rule' | 'start' | 'end'>): Anchor[] {
    const { passage, previous, next } = this.#around(start)
    const all = this.#sentencesIn(passage)
    const first = all.findLastIndex((sentence) => sentence.start <= start)
    const last = Math.max(
      first,
      all.findIndex((sentence) => sentence.end >= end),
    )
    const sentence = { start: all[first]?.start ?? passage.start, end: all[last]?.end ?? passage.end }
    const words = [{ start: sentence.start, end: start }, { start, end }, sentence].map((range) =>
      this.#wordsIn(range),
    )
    const anchors = [
      {
        key: hash('words', ...words),
        before: this.#hashOf(all[first - 1] ?? this.#lastBefore(previous)),
        after: this.#hashOf(all[last + 1] ?? this.#firstFrom(next)),
      },
    ]
    if (rule === 'query')
      anchors.push({
        key: hash('passage', this.#wordsIn(passage)),
        before: this.#hashOf(this.#lastBefore(previous)),
        after: this.#hashOf(this.#firstFrom(next)),
      })
    return anchors
  }

  /** Returns the passage at a place, or the text between two passages, and the indexes of the passages around it. */
  #around(place: number): { passage: Range; previous: number; next: number } {
    const { start, text, segments } = this.#part
    const next = segments.findIndex(({ end }) => end > place)
    const at = next === -1 ? segments.length : next
    const segment = segments[at]
    if (segment && segment.start <= place) return { passage: segment, previous: at - 1, next: at + 1 }
    const between = { start: segments[at - 1]?.end ?? start, end: segment?.start ?? start + text.length }
    return { passage: between, previous: at - 1, next: at }
  }

  #lastBefore(passage: number): Range | undefined {
    for (let at = passage; at >= 0 && at > passage - mostSkipped; at--) {
      const last = this.#sentencesIn(this.#part.segments[at]!).at(-1)
      if (last) return last
    }
  }

  #firstFrom(passage: number): Range | undefined {
    for (const segment of this.#part.segments.slice(passage, passage + mostSkipped)) {
      const [first] = this.#sentencesIn(segment)
      if (first) return first
    }
  }

  /** Returns the sentences of a passage that have a word. Line breaks within a passage end none. */
  #sentencesIn(passage: Range): Range[] {
    const known = this.#sentences.get(passage.start)
    if (known) return known
    const text = this.#slice(passage).replaceAll(/\s/g, ' ')
    const found = Array.from(sentences.segment(text), ({ index, segment }) => ({
      start: passage.start + index,
      end: passage.start + index + segment.length,
    })).filter((sentence) => this.#wordsIn(sentence) !== '')
    this.#sentences.set(passage.start, found)
    return found
  }

  #hashOf(sentence: Range | undefined): string {
    return sentence ? hash(this.#wordsIn(sentence)) : ''
  }

  #wordsIn(range: Range): string {
    return wordsOf(this.#slice(range)).map(fold).join(' ')
  }

  #slice({ start, end }: Range): string {
    return this.#part.text.slice(start - this.#part.start, end - this.#part.start)
  }
}

/** How many passages without a word are skipped to find the next sentence. */
const mostSkipped = 10

const hash = (...words: string[]): string =>
  createHash('sha256').update(JSON.stringify(words)).digest('base64url')
