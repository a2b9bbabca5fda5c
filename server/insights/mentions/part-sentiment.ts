import { fieldsIn, type Segment, type Sentiment } from '#contract'
import { withoutMarks } from '../library/marks.ts'
import { type Span, sentencesIn } from '../library/sentences.ts'
import type { TextPart } from '../library/text-part.ts'
import { isJudged, polarityOf, sentimentOf } from '../sentiment/index.ts'
import { rangeAt } from './range-at.ts'

/** The sentiment of the sentences in a part of a text. */
export class PartSentiment {
  readonly #part: Omit<TextPart, 'number'>
  readonly #language: string | null
  readonly #sentences = new Map<Segment, Span[]>()

  constructor(part: Omit<TextPart, 'number'>, language: string | null) {
    this.#part = part
    this.#language = language
  }

  /**
   * Returns the sentiment of the sentences that contain these places, by their mean, or null if none is judged.
   * @param segment that contains the places
   */
  of(segment: Segment, places: [start: number, end: number][]): Sentiment | null {
    if (!isJudged(this.#language)) return null
    const { start, text } = this.#part
    const all = this.#sentencesOf(segment)
    const sentences = new Set(places.map(([place]) => rangeAt(all, place - start)))
    const judged = [...sentences].flatMap((sentence) => {
      const words = sentence ? withoutMarks(text.slice(sentence.start, sentence.end)) : ''
      const isSpeech = segment.kind === 'turn'
      return sentimentOf(words, { language: this.#language, isSpeech }) ?? []
    })
    const sum = judged.reduce((all, one) => all + one, 0)
    return judged.length === 0 ? null : polarityOf(sum / judged.length)
  }

  /** Returns the sentences of a segment, with places in the part; in a table row, those of the fields’ values. */
  #sentencesOf(segment: Segment): Span[] {
    const known = this.#sentences.get(segment)
    if (known) return known
    const { start, text } = this.#part
    const whole = { start: segment.start - start, end: segment.end - start }
    const pieces =
      segment.kind === 'row'
        ? fieldsIn(text, whole.start, whole.end).map(({ value, end }) => ({ start: value, end }))
        : [whole]
    const found = pieces.flatMap((piece) => [...sentencesIn(text, piece, this.#language)])
    this.#sentences.set(segment, found)
    return found
  }
}
