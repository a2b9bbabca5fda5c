import type { Segment } from '#rules/source-text'

/** Divides a text into paragraphs, as extraction does. */
export function paragraphs(text: string): Segment[] {
  const rest = { kind: 'paragraph' as const, label: null, speaker: null, startMs: null, endMs: null }
  return Array.from(text.matchAll(/\S(?:[^\n]*(?:\n(?!\s*\n)[^\n]+)*)/g), ({ 0: part, index }) => ({
    start: index,
    end: index + part.length,
    ...rest,
  }))
}
