import type { Segment } from '#rules/source-text'

/** A text to analyse, and what is known of it. */
export interface SourceText {
  id: string
  title: string
  /** Who wrote it, if known. */
  author?: string | null
  language: string | null
  /** When it was uploaded, if not known. */
  occurredAt: string
  /** When it was said or written, if known. */
  date?: string | null
  /** Identifies the version of the text. */
  reading: string
  /** Only the beginning if it is very long. */
  text: string
  segments: Pick<Segment, 'start' | 'end' | 'kind' | 'label' | 'speaker'>[]
}
