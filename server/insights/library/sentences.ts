import type { Segment } from '#contract'
import { fieldsIn } from '#row-fields'

/** A part of a text, in UTF-16 units. */
export interface Span {
  start: number
  end: number
}

/** Longer ones, such as speech without punctuation, are divided. */
const longestSentence = 400

const segmenters = new Map<string, Intl.Segmenter>()

function segmenterOf(language: string): Intl.Segmenter {
  const segmenter = segmenters.get(language) ?? new Intl.Segmenter(language, { granularity: 'sentence' })
  segmenters.set(language, segmenter)
  return segmenter
}

// An abbreviation or an initial does not end a sentence.
const abbreviation =
  /(?:^|[\s(“"'])(?:\p{Lu}|Dr|Mr|Mrs|Ms|Prof|St|Nr|No|Fr|Hr|Sr|Sra|Mme|Mlle|vs|ca|bzw|etc|evtl|ggf|inkl|usw|vgl|approx|e\.g|i\.e|z\.\s?B|d\.\s?h|u\.\s?a|p\.\s?ej|p\.\s?ex|c\.-à-d)\.\s*$/u

/** Finds the sentences of a part of a text, without white space around them (UAX #29, and a list of abbreviations). */
export function* sentencesIn(text: string, part: Span, language: string | null): Generator<Span> {
  const piece = unwrapped(text.slice(part.start, part.end))
  let start: number | null = null
  for (const { segment, index } of segmenterOf(language ?? 'en').segment(piece)) {
    start ??= index
    const end = index + segment.length
    if (abbreviation.test(piece.slice(Math.max(start, end - 12), end)) && end < piece.length) continue
    yield* pieces(text, trimmed(text, part.start + start, part.start + end))
    start = null
  }
  if (start !== null) yield* pieces(text, trimmed(text, part.start + start, part.end))
}

/** Finds the sentences of a segment; in a table row, those of the values of its fields. */
export function* sentencesOfSegment(
  text: string,
  segment: Pick<Segment, 'start' | 'end' | 'kind'>,
  language: string | null,
): Generator<Span> {
  const fields = segment.kind === 'row' ? fieldsIn(text, segment.start, segment.end) : [segment]
  for (const field of fields) {
    const start = 'value' in field ? field.value : field.start
    yield* sentencesIn(text, { start, end: field.end }, language)
  }
}

/** Splits a text into sentences; at least one, unless it is all white space. */
export const splitSentences = (text: string): string[] =>
  [...sentencesIn(text, { start: 0, end: text.length }, null)].map(({ start, end }) => text.slice(start, end))

/**
 * Replaces line breaks within sentences by spaces of the same length. A line continues if the next begins in lower case,
 * or if the line is long enough to have been wrapped.
 */
function unwrapped(piece: string): string {
  let lineStart = 0
  return piece.replace(/\r\n|\n|\r/g, (lineBreak, at: number) => {
    const line = piece.slice(Math.max(lineStart, at - longLine), at).trimEnd()
    lineStart = at + lineBreak.length
    const next = /^[ \t]*(\S)/.exec(piece.slice(lineStart, lineStart + 20))?.[1]
    const continues = next && !/[-*•–>|]/.test(next) && (/\p{Ll}/u.test(next) || line.length >= longLine)
    return continues ? ' '.repeat(lineBreak.length) : lineBreak
  })
}

/** Wrapped lines have at least this many characters. */
const longLine = 45

function trimmed(text: string, start: number, end: number): Span {
  const sentence = text.slice(start, end)
  const from = start + sentence.length - sentence.trimStart().length
  return { start: from, end: Math.max(from, start + sentence.trimEnd().length) }
}

function* pieces(text: string, { start, end }: Span): Generator<Span> {
  let from = start
  while (end - from > longestSentence) {
    const space = text.lastIndexOf(' ', from + longestSentence)
    const cut = space > from + longestSentence / 2 ? space : characterStart(text, from + longestSentence)
    yield trimmed(text, from, cut)
    from = trimmed(text, cut, end).start
  }
  if (end > from) yield { start: from, end }
}

/** Returns the start of the character at a place, which may be a surrogate pair or have combining marks. */
export function characterStart(text: string, at: number): number {
  let start = at
  while (start > at - 50 && belongsBefore.test(text.slice(start, start + 2))) start--
  return start
}

const belongsBefore = /^(?:\p{M}|\u200d|\ufe0f|\p{Emoji_Modifier}|[\udc00-\udfff])/u
