import { type Block, blockAt } from './blocks.ts'

/** A stretch of the text that is marked. */
export interface Mark {
  readonly start: number
  readonly end: number
  /** The tracker of a mention; null where it was looked for, or led to by the address. */
  readonly trackerId: string | null
}

/** A stretch of text in which the same marks hold throughout. */
export interface Span {
  readonly start: number
  readonly end: number
  readonly marks: readonly Mark[]
}

/** The marks of each block in which there are any, in the order of the text. */
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
