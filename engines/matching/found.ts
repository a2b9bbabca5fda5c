import type { Definition, Found, FoundList, TrackerSet } from './definition.ts'

/** The most mentions of a tracker that are found in one text. */
export const mostFound = 10_000
/** The most highlights of a mention, and of all mentions of a tracker in one text. */
const mostHighlights = 100
const mostHighlightsInText = 20_000

/** Represents the query among the numbers of phrases; sorted last. */
export const byQuery = 0x7fffffff

export type Range = [start: number, end: number]

export interface Mention {
  /** Which phrase of the tracker, or `byQuery`. */
  rule: number
  start: number
  end: number
  /** Empty if the whole mention is one. */
  highlights: Range[]
}

/** What is found, in a form for other threads: by the index of the tracker, how many mentions, and these as numbers. */
export type Rows = [tracker: number, count: number, numbers: Int32Array<ArrayBuffer>][]

/**
 * The mentions of one tracker in a text, as numbers: rule, part, start, end, number of highlights, and start and end of
 * each. For a common word in a thousand trackers these take 200 MB; objects would take gigabytes.
 */
export class Row {
  count = 0
  private numbers = new Int32Array(32)
  private length = 0
  private highlights = 0

  get isFull(): boolean {
    return this.count === mostFound
  }

  /** @param part in which the mention has its places, unlike here, where they are in the whole text */
  add({ rule, start, end, highlights }: Mention, part: { number: number; start: number }): void {
    const most = Math.min(mostHighlights, Math.max(mostHighlightsInText - this.highlights, 1))
    const shown = highlights.slice(0, most)
    this.count++
    this.highlights += shown.length
    const places = shown.flat().map((place) => part.start + place)
    this.write([rule, part.number, part.start + start, part.start + end, shown.length, ...places])
  }

  /** Returns the numbers, and leaves the row unusable. */
  take(): Int32Array<ArrayBuffer> {
    return new Int32Array(this.numbers.buffer.transfer(this.length * this.numbers.BYTES_PER_ELEMENT))
  }

  private write(more: number[]): void {
    const length = this.length + more.length
    if (length > this.numbers.length) {
      const { buffer, BYTES_PER_ELEMENT } = this.numbers
      this.numbers = new Int32Array(buffer.transfer(2 * length * BYTES_PER_ELEMENT))
    }
    this.numbers.set(more, this.length)
    this.length = length
  }
}

/** Returns what was found, by the id of the tracker. */
export function readAll(rows: Rows, { trackers }: TrackerSet): Map<string, FoundList> {
  return new Map(
    rows.map(([tracker, count, numbers]) => {
      const { id, definition } = trackers[tracker]!
      return [id, { length: count, [Symbol.iterator]: () => read(numbers, definition) }]
    }),
  )
}

function* read(numbers: Int32Array, { phrases }: Definition): Generator<Found> {
  for (let at = 0; at < numbers.length; ) {
    const rule = numbers[at]!
    const part = numbers[at + 1]!
    const start = numbers[at + 2]!
    const end = numbers[at + 3]!
    const next = at + 5 + 2 * numbers[at + 4]!
    const highlights: Range[] = []
    for (at += 5; at < next; at += 2) highlights.push([numbers[at]!, numbers[at + 1]!])
    yield {
      rule: rule === byQuery ? 'query' : phrases[rule]!.text,
      start,
      end,
      highlights: highlights.length > 0 ? highlights : [[start, end]],
      part,
    }
  }
}
