import { reasons } from './condition.ts'
import { byQuery, type Mention, mostFound, type Range, Row, type Rows } from './found.ts'
import { Passage } from './passage.ts'
import type { ReadySet } from './ready-set.ts'
import { comparable } from './scope.ts'

/** A phrase of a tracker that occurs: its index, and its pattern. */
interface Occurring {
  rule: number
  pattern: number
}

/** A part of a text. */
export interface Part {
  number: number
  start: number
  text: string
  /** Start and end of each, in this part. */
  segments: Int32Array<ArrayBuffer>
  /** Of each segment; empty if no tracker asks for them. */
  speakers: (string | null)[]
  isLast: boolean
}

/** Finds all mentions of a set's trackers in a single pass over a text, part by part and passage by passage. */
export class Scan {
  private readonly rows = new Map<number, Row>()
  private readonly ready: ReadySet
  private readonly passage: Passage
  private part: Part
  private at = 0
  private nextSegment = 0

  constructor(ready: ReadySet, first: Part) {
    this.ready = ready
    this.passage = new Passage(ready)
    this.part = first
  }

  /** Continues with the next part. */
  continue(part: Part): void {
    this.part = part
    this.at = this.nextSegment = 0
  }

  /** Scans further passages until `isEnough`. @returns where it is then */
  advance(isEnough: () => boolean): 'within a part' | 'at the end of a part' | 'at the end' {
    const { text, segments, isLast } = this.part
    while (this.at < text.length) {
      const start = segments[2 * this.nextSegment] ?? text.length
      if (start > this.at) {
        this.scanTo(start, false)
      } else {
        const end = segments[2 * this.nextSegment + 1]!
        this.scanTo(end, true)
        if (this.at >= end) this.nextSegment++
      }
      if (isEnough()) break
    }
    if (this.at < text.length) return 'within a part'
    return isLast ? 'at the end' : 'at the end of a part'
  }

  /** Returns what was found, and ends the scan. */
  found(): Rows {
    return Array.from(this.rows, ([tracker, row]) => [tracker, row.count, row.take()])
  }

  /** Handles one tracker at a time: together, their mentions in a long passage may not fit into memory as objects. */
  private scanTo(to: number, inSegment: boolean): void {
    this.at = this.passage.read(this.part.text, this.at, Math.max(this.at, to))
    if (this.passage.patterns.length === 0) return
    const { occurring, queried, excluded } = this.trackersHere(inSegment)
    for (const tracker of queried) if (!occurring.has(tracker)) occurring.set(tracker, [])
    for (const [tracker, phrases] of occurring) {
      const row = this.rows.get(tracker) ?? new Row()
      if (row.isFull || excluded.has(tracker) || !this.hears(tracker, inSegment)) continue
      const mentions = phrases.flatMap((phrase) => this.placesOf(phrase))
      if (queried.has(tracker)) mentions.push(...this.mentionByQuery(tracker))
      if (mentions.length === 0) continue
      this.rows.set(tracker, row)
      mentions.sort((one, other) => one.start - other.start || one.end - other.end || one.rule - other.rule)
      for (const [n, mention] of mentions.entries()) {
        if (row.isFull) break
        if (!isSamePlace(mention, mentions[n - 1])) row.add(mention, this.part)
      }
    }
  }

  /** Returns whether a tracker is interested in who speaks here. */
  private hears(tracker: number, inSegment: boolean): boolean {
    const wanted = this.ready.speakers[tracker]!
    if (wanted === null) return true
    const speaker = inSegment ? this.part.speakers[this.nextSegment] : null
    return typeof speaker === 'string' && wanted.has(comparable(speaker))
  }

  /** Outside segments there are neither queries nor exclusions. */
  private trackersHere(inSegment: boolean) {
    const occurring = new Map<number, Occurring[]>()
    const queried = new Set<number>()
    const excluded = new Set<number>()
    for (const pattern of this.passage.present()) {
      const { phraseOf, signFor, excludedBy } = this.ready.uses[pattern]!
      for (const { tracker, rule } of phraseOf) {
        const known = occurring.get(tracker)
        if (known) known.push({ rule, pattern })
        else occurring.set(tracker, [{ rule, pattern }])
      }
      if (!inSegment) continue
      for (const tracker of signFor) queried.add(tracker)
      for (const tracker of excludedBy) excluded.add(tracker)
    }
    return { occurring, queried, excluded }
  }

  /** Returns the occurrences of a phrase. If some overlap, the first counts. */
  private placesOf({ rule, pattern }: Occurring): Mention[] {
    const { starts, ends, firstWords, lastWords } = this.passage
    const found: Mention[] = []
    let lastWord = -1
    for (const at of this.passage.of(pattern)) {
      if (firstWords[at]! <= lastWord) continue
      if (found.length === mostFound) break
      lastWord = lastWords[at]!
      found.push({ rule, start: starts[at]!, end: ends[at]!, highlights: [] })
    }
    return found
  }

  private mentionByQuery(tracker: number): Mention[] {
    const found = reasons(this.ready.conditions[tracker]!, this.passage)
    if (found === null) return []
    const { starts, ends } = this.passage
    const highlights = merged(found.map((at) => [starts[at]!, ends[at]!]))
    return [{ rule: byQuery, start: highlights[0]![0], end: highlights.at(-1)![1], highlights }]
  }
}

/** Of two phrases in the same place, only the first is a mention. */
function isSamePlace({ rule, start, end }: Mention, before: Mention | undefined): boolean {
  return before !== undefined && start === before.start && end === before.end && rule !== byQuery
}

/** Sorts ranges, and joins those that overlap or touch. */
function merged(ranges: Range[]): Range[] {
  const found: Range[] = []
  for (const range of ranges.sort(([one], [other]) => one - other)) {
    const last = found.at(-1)
    if (last && range[0] <= last[1]) last[1] = Math.max(last[1], range[1])
    else found.push(range)
  }
  return found
}
