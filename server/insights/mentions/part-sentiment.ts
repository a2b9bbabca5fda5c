import type { Segment, Sentiment } from '#contract'
import type { TextPart } from '#engines/language'
import { type Span, sentencesOfSegment, withoutMarks } from '#engines/language'
import { isJudged, polarityOf, sentimentOf } from '#engines/sentiment'
import { rangeAt } from './range-at.ts'

interface Sentence extends Span {
  isSpeech: boolean
  /** From -1 to 1, null if it is not judged, undefined until a mention is in it. */
  compound?: number | null
}

/** The sentiment of the sentences in a part of a text, each judged once. */
export class PartSentiment {
  readonly #part: Omit<TextPart, 'number'>
  readonly #language: string | null
  readonly #sentences = new Map<Segment, Sentence[]>()

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
    const all = this.#sentencesOf(segment)
    const sentences = new Set(places.map(([place]) => rangeAt(all, place - this.#part.start)))
    const judged = [...sentences].flatMap((sentence) => (sentence && this.#judge(sentence)) ?? [])
    const sum = judged.reduce((all, one) => all + one, 0)
    return judged.length === 0 ? null : polarityOf(sum / judged.length)
  }

  #judge(sentence: Sentence): number | null {
    if (sentence.compound === undefined) {
      const words = withoutMarks(this.#part.text.slice(sentence.start, sentence.end))
      sentence.compound = sentimentOf(words, { language: this.#language, isSpeech: sentence.isSpeech })
    }
    return sentence.compound
  }

  /** Returns the sentences of a segment, with places in the part; in a table row, those of the fields’ values. */
  #sentencesOf(segment: Segment): Sentence[] {
    const known = this.#sentences.get(segment)
    if (known) return known
    const { start, text } = this.#part
    const within = { kind: segment.kind, start: segment.start - start, end: segment.end - start }
    const isSpeech = segment.kind === 'turn'
    const found = Array.from(sentencesOfSegment(text, within, this.#language), (span) => ({
      ...span,
      isSpeech,
    }))
    this.#sentences.set(segment, found)
    return found
  }
}
