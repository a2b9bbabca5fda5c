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
  /** The words that made it match, in order, within `start` to `end`; of a query the first hundred. */
  highlights: [number, number][]
  /** The segment in which it stands, by its index; null outside of all. */
  segment: number | null
}

/** The mentions of a tracker in a text, in its order; each is made when it is come to. */
export interface FoundList extends Iterable<Found> {
  readonly length: number
}

export interface Text {
  text: string
  /** In order, none overlapping. */
  segments: Pick<Segment, 'start' | 'end'>[]
  language: string | null
}

/** A set of trackers, made ready to be looked for all at once. */
export interface TrackerSet {
  /** Says which set it is: one that is known is not made ready again. */
  key: string
  trackers: { id: string; definition: Definition }[]
}
