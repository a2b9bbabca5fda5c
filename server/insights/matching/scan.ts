import { holds, reasons } from './condition.ts'
import { byQuery, type Mention, mostFound, type Range, type Rows, write } from './found.ts'
import { Passage } from './passage.ts'
import type { ReadySet } from './ready-set.ts'

/** So many words of a mention are highlighted: the first ones. */
const mostHighlights = 100

interface FoundHere extends Mention {
  tracker: number
}

interface Row {
  numbers: number[]
  count: number
}

/** Goes along a text once, passage by passage, and finds all mentions of all trackers of a set. */
export class Scan {
  private readonly rows = new Map<number, Row>()
  private readonly ready: ReadySet
  private readonly text: string
  private readonly segments: Int32Array
  private readonly passage: Passage
  private at = 0
  private nextSegment = 0

  /** @param segments start and end of each */
  constructor(ready: ReadySet, text: string, segments: Int32Array) {
    this.ready = ready
    this.text = text
    this.segments = segments
    this.passage = new Passage(ready)
  }

  /** Goes on until so many UTF-16 units or a little more are behind it; true at the end of the text. */
  advance(units: number): boolean {
    const until = Math.min(this.at + units, this.text.length)
    while (this.at < until) {
      const start = this.segments[2 * this.nextSegment] ?? this.text.length
      if (start > this.at) this.look(start, -1)
      else this.look(this.segments[2 * this.nextSegment + 1]!, this.nextSegment++)
    }
    return this.at >= this.text.length
  }

  /** The mentions so far. */
  found(): Rows {
    return [...this.rows].map(([tracker, { numbers }]) => [tracker, Int32Array.from(numbers)])
  }

  private look(to: number, segment: number): void {
    this.passage.read(this.text, this.at, to)
    this.at = Math.max(this.at, to)
    if (this.passage.patterns.length === 0) return
    const mentions = segment === -1 ? this.phrases() : this.mentionsInSegment()
    mentions.sort(
      (one, other) =>
        one.tracker - other.tracker ||
        one.start - other.start ||
        one.end - other.end ||
        one.rule - other.rule,
    )
    for (const [n, mention] of mentions.entries()) {
      if (!isSamePlace(mention, mentions[n - 1])) this.add(mention, segment)
    }
  }

  private mentionsInSegment(): FoundHere[] {
    const excluded = new Set<number>()
    const asked = new Set<number>()
    for (const pattern of this.passage.patterns) {
      const { excludedBy, signFor } = this.ready.uses[pattern]!
      for (const tracker of excludedBy) excluded.add(tracker)
      for (const tracker of signFor) asked.add(tracker)
    }
    const found = this.phrases().filter(({ tracker }) => !excluded.has(tracker))
    for (const tracker of asked) {
      if (!excluded.has(tracker)) found.push(...this.ifQueryHolds(tracker))
    }
    return found
  }

  /** Of occurrences of a phrase that overlap, the first counts. */
  private phrases(): FoundHere[] {
    const { patterns, starts, ends, firstWords, lastWords } = this.passage
    const lastWordOf = new Map<number, number>()
    const found: FoundHere[] = []
    for (const [occurrence, pattern] of patterns.entries()) {
      const { phraseOf } = this.ready.uses[pattern]!
      if (phraseOf.length === 0 || firstWords[occurrence]! <= (lastWordOf.get(pattern) ?? -1)) continue
      lastWordOf.set(pattern, lastWords[occurrence]!)
      const start = starts[occurrence]!
      const end = ends[occurrence]!
      for (const { tracker, rule } of phraseOf)
        found.push({ tracker, rule, start, end, highlights: [[start, end]] })
    }
    return found
  }

  private ifQueryHolds(tracker: number): FoundHere[] {
    const condition = this.ready.conditions[tracker]!
    if (!holds(condition, this.passage)) return []
    const { starts, ends } = this.passage
    const ranges = merged(reasons(condition, this.passage).map((at) => [starts[at]!, ends[at]!]))
    const start = ranges[0]![0]
    const end = ranges.at(-1)![1]
    return [{ tracker, rule: byQuery, start, end, highlights: ranges.slice(0, mostHighlights) }]
  }

  private add(mention: FoundHere, segment: number): void {
    const row = this.rows.get(mention.tracker) ?? { numbers: [], count: 0 }
    this.rows.set(mention.tracker, row)
    if (row.count === mostFound) return
    row.count++
    write(mention, segment, row.numbers)
  }
}

/** Where two phrases stand in the very same place, only the first is a mention. */
function isSamePlace({ tracker, rule, start, end }: FoundHere, before: FoundHere | undefined): boolean {
  return (
    before !== undefined &&
    tracker === before.tracker &&
    start === before.start &&
    end === before.end &&
    rule !== byQuery
  )
}

/** In order, and those that overlap or touch as one. */
function merged(ranges: Range[]): Range[] {
  const found: Range[] = []
  for (const range of ranges.sort(([one], [other]) => one - other)) {
    const last = found.at(-1)
    if (last && range[0] <= last[1]) last[1] = Math.max(last[1], range[1])
    else found.push(range)
  }
  return found
}
