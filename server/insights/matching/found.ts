import type { Found, TrackerSet } from './definition.ts'

/** So many mentions of a tracker are found in one text: the first ones. */
export const mostFound = 10_000

/** Stands for the query where phrases have their number, and comes after them. */
export const byQuery = 0x7fffffff

export type Range = [start: number, end: number]

export interface Mention {
  /** Which phrase of the tracker, or `byQuery`. */
  rule: number
  start: number
  end: number
  highlights: Range[]
}

/** What is found, as it goes from thread to thread: by the index of the tracker, its mentions as numbers. */
export type Rows = [tracker: number, numbers: Int32Array<ArrayBuffer>][]

/** Appends a mention: rule, segment (or -1), start, end, the number of highlights, start and end of each of these. */
export function write({ rule, start, end, highlights }: Mention, segment: number, numbers: number[]): void {
  numbers.push(rule, segment, start, end, highlights.length, ...highlights.flat())
}

/** By the id of the tracker. */
export function readAll(rows: Rows, { trackers }: TrackerSet): Map<string, Found[]> {
  return new Map(
    rows.map(([tracker, numbers]) => {
      const { id, definition } = trackers[tracker]!
      const ruleOf = (rule: number) => (rule === byQuery ? 'query' : definition.phrases[rule]!.text)
      return [id, [...read(numbers, ruleOf)]]
    }),
  )
}

function* read(numbers: Int32Array, ruleOf: (rule: number) => string): Generator<Found> {
  for (let at = 0; at < numbers.length; ) {
    const highlightsFrom = at + 5
    const highlightsTo = highlightsFrom + 2 * numbers[at + 4]!
    const highlights: Range[] = []
    for (let n = highlightsFrom; n < highlightsTo; n += 2) highlights.push([numbers[n]!, numbers[n + 1]!])
    const segment = numbers[at + 1]!
    yield {
      rule: ruleOf(numbers[at]!),
      start: numbers[at + 2]!,
      end: numbers[at + 3]!,
      highlights,
      segment: segment === -1 ? null : segment,
    }
    at = highlightsTo
  }
}
