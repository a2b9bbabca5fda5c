import type { Segment } from '#contract'
import type { TextPart } from '#engines/language'
import { sentenceEnds } from '#engines/language'

/** A part of a text that is indexed and found as one, with its segments; offsets in UTF-16 units. */
export interface Passage {
  start: number
  end: number
  segments: Pick<Segment, 'start' | 'end' | 'speaker' | 'startMs'>[]
}

/** Returns the names of the speakers of a passage. */
export const speakersOf = (segments: { speaker: string | null }[]): string[] => [
  ...new Set(segments.flatMap(({ speaker }) => speaker ?? [])),
]

/** Short segments are joined up to the usual length; a segment over the longest is divided. */
const usual = 1000
const longest = 2000

/** Divides a part of a text into passages: several short segments together, and long ones in pieces. */
export function* passagesOf({ start: from, text, segments }: TextPart): Generator<Passage> {
  let passage: Passage | undefined
  for (const { start, end, speaker, startMs } of segments) {
    const segment = { start, end, speaker, startMs }
    if (passage && end - passage.start > usual) {
      yield passage
      passage = undefined
    }
    if (passage) {
      passage.segments.push(segment)
      passage.end = end
    } else if (end - start <= longest) {
      passage = { start, end, segments: [segment] }
    } else {
      for (const piece of pieces(text, start - from, end - from))
        yield { start: from + piece.start, end: from + piece.end, segments: [segment] }
    }
  }
  if (passage) yield passage
}

/** Cuts at the end of a line or sentence, or else between words or characters. */
function* pieces(text: string, from: number, to: number): Generator<{ start: number; end: number }> {
  let start = from
  while (to - start > longest) {
    const end = start + cut(text.slice(start, start + usual))
    yield { start, end }
    start = end
  }
  yield { start, end: to }
}

function cut(part: string): number {
  const lineEnd = part.search(/\n(?!\n)[^\n]*$/) + 1
  const sentence = [...sentenceEnds(part, null)].findLast((end) => end < part.length) ?? 0
  for (const end of [lineEnd, sentence, part.search(/\s\S*$/) + 1]) if (end > usual / 2) return end
  // Keeps combining marks and surrogate pairs together.
  let end = part.length
  while (end > usual / 2 && /^(?:[\p{M}\p{Emoji_Modifier}\udc00-\udfff]|\u200d)/u.test(part.slice(end - 1)))
    end--
  return end
}
