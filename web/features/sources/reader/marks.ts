import { type Block, blockAt } from './blocks.ts'

/** A marked stretch of the text. */
export interface Mark {
  readonly start: number
  readonly end: number
  /** The tracker of a mention; null for a match or the place in the address. */
  readonly trackerId: string | null
}

/** A stretch of text with the same marks throughout. */
interface Span {
  readonly start: number
  readonly end: number
  readonly marks: readonly Mark[]
}

/** Groups marks by block, in the order of the text. */
export function marksByBlock(blocks: readonly Block[], marks: readonly Mark[]): Map<Block, Mark[]> {
  const found = new Map<Block, Mark[]>()
  for (const mark of marks) {
    for (let place = blockAt(blocks, mark.start); place < blocks.length; place++) {
      const block = blocks[place]!
      if (block.start >= mark.end) break
      const inside = found.get(block)
      if (inside) inside.push(mark)
      else found.set(block, [mark])
    }
  }
  return found
}

/** Divides a stretch of text where marks begin and end. Marks may overlap. */
export function spansOf(start: number, end: number, marks: readonly Mark[]): Span[] {
  const inside = marks.filter((mark) => mark.start < end && mark.end > start)
  const edges = new Set([start, end])
  for (const mark of inside) {
    edges.add(Math.max(start, mark.start))
    edges.add(Math.min(end, mark.end))
  }
  const places = [...edges].sort((one, other) => one - other)
  return places.slice(1).map((to, place) => {
    const from = places[place]!
    return { start: from, end: to, marks: inside.filter((mark) => mark.start <= from && mark.end >= to) }
  })
}

/** The maximum number of matches; nobody steps through more. */
export const mostFinds = 10_000

/** Finds words in a text, ignoring case and the kind of white space between them. */
export function findIn(text: string, words: string): Mark[] {
  const wanted = words.trim()
  if (!wanted) return []
  const pattern = new RegExp(wanted.split(/\s+/).map(escaped).join('\\s+'), 'giu')
  const found: Mark[] = []
  for (const match of text.matchAll(pattern)) {
    found.push({ start: match.index, end: match.index + match[0].length, trackerId: null })
    if (found.length === mostFinds) break
  }
  return found
}

const escaped = (word: string) =>
  word.replace(/[\\^$.*+?()[\]{}|/-]/g, (sign) => `\\u{${sign.charCodeAt(0).toString(16)}}`)

/** A place in a text, written `1200-1234` in an address, in UTF-16 units. */
interface Place {
  start: number
  end: number
}

/** Parses a place, or returns null if it is invalid. */
export function placeIn(at: unknown): Place | null {
  const [, start, end] = /^(\d{1,9})-(\d{1,9})$/.exec(String(at)) ?? []
  return start !== undefined && Number(start) < Number(end)
    ? { start: Number(start), end: Number(end) }
    : null
}
