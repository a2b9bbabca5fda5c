import { fieldsIn } from '#rules/row-fields'
import type { Segment } from '#rules/source-text'
import { type Abbreviations, abbreviationsOf } from './abbreviations.ts'

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

/** Finds the sentences of a part of a text, without white space around them. */
export function* sentencesIn(text: string, part: Span, language: string | null): Generator<Span> {
  const piece = unwrapped(text.slice(part.start, part.end))
  let start = part.start
  for (const end of sentenceEnds(piece, language)) {
    yield* pieces(text, trimmed(text, start, part.start + end))
    start = part.start + end
  }
}

/**
 * Finds where the sentences of a text end, with the white space after them (UAX #29, except where a sentence continues).
 * @param language ISO 639-1; null if unknown, so that abbreviations of any language end no sentence
 */
export function* sentenceEnds(text: string, language: string | null): Generator<number> {
  const abbreviations = abbreviationsOf(language)
  let start = 0
  for (const { segment, index } of segmenterOf(language ?? 'en').segment(text)) {
    const end = index + segment.length
    if (end < text.length && continues(text, { start, end }, abbreviations)) continue
    yield end
    start = end
  }
}

/** Words, and white space after them, that tell whether a sentence continues. */
const near = 60

/** Returns whether a sentence continues after a mark that can end one. */
function continues(text: string, { start, end }: Span, abbreviations: Abbreviations): boolean {
  const before = text.slice(Math.max(start, end - near), end)
  const after = text.slice(end, end + near)
  if (/[\n\r]\s*$/.test(before)) return false
  // “Warum?” fragte sie. Texts without capitals do not show this.
  const isInLowerCase = /^[\s\p{P}]*\p{Ll}/u.test(after)
  if (isInLowerCase && /^[^\p{L}\p{N}]*[\p{Lu}\p{N}]/u.test(text.slice(start, start + near))) return true
  // 「高い。」と言った
  if (/[」』”’）)]$/.test(before) && unspaced.test(after[0]!)) return true
  const word = /([^\s([{<“”„«»‹›"'‘’]+)\.\s*$/u.exec(before)?.[1]
  return (
    word !== undefined &&
    isOpen(word, { isFirst: before.trim().length === word.length + 1, after }, abbreviations)
  )
}

const unspaced = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]/u
/** “z.B.”, “Dipl.-Ing.” */
const inParts = /^\p{L}+(?:-\p{L}+)*(?:\.-?\p{L}{1,5})+$/u

/** Returns whether a word before a period is an ordinal, an initial or an abbreviation. */
function isOpen(
  word: string,
  { isFirst, after }: { isFirst: boolean; after: string },
  { ordinals, has }: Abbreviations,
): boolean {
  // A year is none.
  const isOrdinal = /(?:^|\D)\d{1,3}$|^[IVXLCDM]+$/.test(word)
  if (isOrdinal && (ordinals === 'anywhere' || (ordinals === 'within' && !isFirst))) return true
  if (inParts.test(word) || (/^\p{L}$/u.test(word) && !unspaced.test(word))) return true
  return has(word.replace(/^[^\p{L}\p{N}]+/u, ''), /^\p{N}/u.test(after))
}

/** Returns whether a sentence ends where two parts of a text meet. */
export function endsBetween(before: string, after: string, language: string | null = null): boolean {
  const tail = before.trimEnd().slice(-near)
  const ends = sentenceEnds(`${tail} ${after.trimStart().slice(0, near)}`, language)
  return ends.some((end) => end === tail.length + 1)
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
