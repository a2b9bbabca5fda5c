import type { TextPart } from '#engines/language'
import type { Segment } from '#rules/source-text'
import type { Definition } from '#rules/tracker'

/** What a tracker looks for, and where. Without a language, phrases have that of each text. */
export type { Definition }

export type Phrase = Definition['phrases'][number]

/** A place where a tracker matches: offsets into the whole text, in UTF-16 units. */
export interface Found {
  /** The text of the phrase that matched, or `query`. */
  rule: string
  start: number
  end: number
  /** The words that matched, in order; for a query, the first hundred. */
  highlights: [number, number][]
  /** The number of the part of the text that it is in. */
  part: number
}

/** The mentions of a tracker in the order of the text; created while iterating. */
export interface FoundList extends Iterable<Found> {
  readonly length: number
}

export interface Text {
  /** The parts in their order. A phrase or query is matched within a segment, and so never across parts. */
  parts: Iterable<ScannedPart> | AsyncIterable<ScannedPart>
  language: string | null
}

export interface ScannedPart extends Omit<TextPart, 'segments'> {
  /** Sorted, without overlaps. */
  segments: (Pick<Segment, 'start' | 'end'> & Partial<Pick<Segment, 'speaker'>>)[]
}

/** Trackers that are matched together. */
export interface TrackerSet {
  /** Identifies the set, so that it is prepared only once. */
  key: string
  trackers: { id: string; definition: Definition }[]
}
