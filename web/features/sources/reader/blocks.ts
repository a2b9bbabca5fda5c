import type { Segment } from '#contract'

/** A unit of layout: a long piece of one segment, or several short segments. */
export interface Block {
  readonly start: number
  readonly end: number
  readonly pieces: readonly Piece[]
  /** The estimated number of lines on a wide screen. */
  readonly lines: number
}

/** A segment, or a part of one that is too long for one block. */
export interface Piece {
  readonly start: number
  readonly end: number
  readonly segment: Segment
  /** Whether the segment begins here. */
  readonly first: boolean
}

const longestBlock = 2_000
const mostPieces = 40
const lineChars = 70

/** Divides a text into blocks, so that only the visible ones are laid out. */
export function blocksOf(text: string, segments: readonly Segment[]): Block[] {
  const blocks: Block[] = []
  let pieces: Piece[] = []
  let chars = 0
  const close = () => {
    if (pieces.length > 0) blocks.push(blockOf(text, pieces))
    pieces = []
    chars = 0
  }
  for (const segment of segments) {
    for (const [start, end] of cut(text, segment.start, segment.end)) {
      if (chars + end - start > longestBlock || pieces.length === mostPieces) close()
      pieces.push({ start, end, segment, first: start === segment.start })
      chars += end - start
    }
  }
  close()
  return blocks
}

function blockOf(text: string, pieces: Piece[]): Block {
  const lines = pieces.reduce((sum, { start, end }) => sum + linesOf(text, start, end), 0)
  return { start: pieces[0]!.start, end: pieces.at(-1)!.end, pieces, lines }
}

function linesOf(text: string, start: number, end: number): number {
  let breaks = 0
  for (let at = text.indexOf('\n', start); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) breaks++
  return 1 + breaks + Math.floor((end - start) / lineChars)
}

/** Cuts a long stretch after a line, or else after a word, but never within a character. */
function* cut(text: string, from: number, to: number): Generator<[number, number]> {
  let start = from
  while (to - start > longestBlock) {
    const latest = start + longestBlock
    const line = text.lastIndexOf('\n', latest - 1) + 1
    const word = text.lastIndexOf(' ', latest - 1) + 1
    const end = [line, word].find((place) => place > start + longestBlock / 4) ?? wholeCharacter(text, latest)
    yield [start, end]
    start = end
  }
  if (start < to) yield [start, to]
}

const wholeCharacter = (text: string, at: number) => (/[\uDC00-\uDFFF]/.test(text[at] ?? '') ? at - 1 : at)

/** Browsers limit the height of a page to some 17 million pixels. A part stays well below that, even on a phone. */
const partLines = 250_000

/** Divides a very long text into parts, each a range of blocks. Most texts have one part. */
export function partsOf(blocks: readonly Block[]): { from: number; to: number }[] {
  const starts = [0]
  let lines = 0
  for (const [place, block] of blocks.entries()) {
    if (lines + block.lines > partLines && place > starts.at(-1)!) {
      starts.push(place)
      lines = 0
    }
    lines += block.lines
  }
  return starts.map((from, part) => ({ from, to: starts[part + 1] ?? blocks.length }))
}

/** Returns the index of the block that contains an offset, or of the next one. */
export function blockAt(blocks: readonly Block[], offset: number): number {
  let [low, high] = [0, blocks.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if (blocks[middle]!.end <= offset) low = middle + 1
    else high = middle
  }
  return low
}
