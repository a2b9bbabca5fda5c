import type { Segment } from '#rules/source-text'
import { segment } from '../draft.ts'
import { paragraphs } from '../passages.ts'

/** Divides plain text into paragraphs. */
export function plainSegments(text: string): Segment[] {
  return paragraphs(text).map(([start, end]) => segment('paragraph', start, end))
}

/** Joins neighbouring paragraphs if there are more than `most`, so that a million one-letter lines can still be read. */
export function atMost(segments: Segment[], most: number): Segment[] {
  if (segments.length <= most) return segments
  const together = Math.ceil(segments.length / most)
  const joined: Segment[] = []
  for (let at = 0; at < segments.length; at += together) {
    const last = segments[Math.min(at + together, segments.length) - 1]!
    joined.push({ ...segments[at]!, end: last.end })
  }
  return joined
}
