import type { TextPart } from '#engines/language'
import { Moves } from './moves.ts'
import { type Pseudonyms, type Replacement, replaced } from './pseudonyms.ts'

/**
 * Replaces the names in a part of a text, in the speakers and in the labels.
 * @param shift by how much the parts before it have become longer
 * @returns the part at its new place, and what was replaced, at its former place in the whole text
 */
export function replaceInPart(
  { number, start, text, segments }: TextPart,
  names: Pseudonyms,
  shift: number,
): { part: TextPart; found: Replacement[] } {
  const found: Replacement[] = []
  let last = 0
  // No name continues in the next segment.
  for (const edge of [...segments.flatMap((segment) => [segment.start, segment.end]), start + text.length]) {
    for (const one of names.find(text, last, edge - start)) found.push(one)
    last = edge - start
  }
  const moves = new Moves()
  for (const one of found) moves.add(one)
  const moved = (place: number) => start + shift + moves.of(place - start)!
  const nullable = (value: string | null) => value && names.replaceIn(value)
  return {
    part: {
      number,
      start: start + shift,
      text: replaced(text, found),
      segments: segments.map((segment) => ({
        ...segment,
        start: moved(segment.start),
        end: moved(segment.end),
        label: nullable(segment.label),
        speaker: nullable(segment.speaker),
      })),
    },
    found: found.map((one) => ({ ...one, start: one.start + start, end: one.end + start })),
  }
}
