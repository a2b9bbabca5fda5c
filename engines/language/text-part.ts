import type { Segment } from '#rules/source-text'

/** A part of a source's text. Long texts are read, stored and matched in parts, never held in memory as a whole. */
export interface TextPart {
  /** Parts are numbered from 1. */
  number: number
  /** Its place in the text, in UTF-16 units. */
  start: number
  text: string
  /** The segments in this part, with places in the whole text. */
  segments: Segment[]
}

/** Of a part, in UTF-16 units; more if a single segment is longer. */
const usual = 20_000

/** Divides a text into parts, at the beginnings of segments or within the white space between them. */
export function* partsOf(text: string, segments: Iterable<Segment>): Generator<TextPart> {
  let part: Omit<TextPart, 'text'> = { number: 1, start: 0, segments: [] }
  let last = 0
  for (const segment of segments) {
    yield* spaceUpTo(segment.start)
    if (part.segments.length > 0 && segment.end - part.start > usual) yield cut(segment.start)
    part.segments.push(segment)
    last = segment.end
  }
  yield* spaceUpTo(text.length)
  yield cut(text.length)

  function* spaceUpTo(next: number): Generator<TextPart> {
    for (let most = last + usual; next > most; most += usual) yield cut(most)
  }

  function cut(end: number): TextPart {
    const { number, start } = part
    const whole = { ...part, text: text.slice(start, end) }
    part = { number: number + 1, start: end, segments: [] }
    return whole
  }
}

/** Returns the text between two places, from the parts that it is in. */
export const textBetween = (parts: Pick<TextPart, 'start' | 'text'>[], start: number, end: number): string =>
  parts
    .filter((part) => part.start < end && part.start + part.text.length > start)
    .map((part) => part.text.slice(Math.max(0, start - part.start), end - part.start))
    .join('')
