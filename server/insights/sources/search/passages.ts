import type { Segment } from '#contract'

/** A piece of a text that the search gives as one, with the segments that begin in it; offsets in UTF-16 units. */
export interface Passage {
  start: number
  end: number
  segments: Pick<Segment, 'start' | 'end' | 'speaker' | 'startMs'>[]
}

/** So long a passage becomes where segments are short; a longer segment is cut into such pieces. */
const usual = 1000
const longest = 2000

/** Cuts a text into passages: whole segments, several short ones together, and long ones in parts. */
export function* passagesOf(text: string, segments: Segment[]): Generator<Passage> {
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
      for (const part of parts(text, start, end)) yield { ...part, segments: [segment] }
    }
  }
  if (passage) yield passage
}

/** Cuts where a line or a sentence ends, else between words, else between characters. */
function* parts(text: string, from: number, to: number): Generator<{ start: number; end: number }> {
  let start = from
  while (to - start > longest) {
    const end = start + cut(text.slice(start, start + usual))
    yield { start, end }
    start = end
  }
  yield { start, end: to }
}

function cut(part: string): number {
  for (const boundary of [/\n(?!\n)/g, /[.!?。！？।؟]\s+|[。！？]/g, /\s+/g]) {
    const last = [...part.slice(usual / 2).matchAll(boundary)].at(-1)
    if (last) return usual / 2 + last.index + last[0].length
  }
  // No mark is parted from its letter, nor one half of a pair from the other.
  let end = part.length
  while (end > usual / 2 && /^(?:[\p{M}\p{Emoji_Modifier}\udc00-\udfff]|\u200d)/u.test(part.slice(end - 1)))
    end--
  return end
}
