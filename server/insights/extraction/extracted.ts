import type { Segment, Source, SourceErrorCode } from '#contract'

/** A foreign file, and what is said of it. */
export interface Foreign {
  bytes: Uint8Array
  filename: string | null
  mimeType: string
  /** Set where the text came as JSON: how it is to be divided. */
  kind: 'text' | 'transcript' | null
}

export interface Extracted {
  /** Without U+0000 and lone surrogates. */
  text: string
  /** In order, not overlapping; see the contract. */
  segments: Segment[]
  kind: Source['kind']
  mimeType: string
  /** ISO 639-1, where it was recognised. */
  language: string | null
}

/** The file cannot be read, for a reason that a person understands. */
export class ExtractionError extends Error {
  override name = 'ExtractionError'
  readonly code: SourceErrorCode

  constructor(code: SourceErrorCode, message: string) {
    super(message)
    this.code = code
  }
}

/** What a file may hold. */
export interface ContentLimits {
  /** UTF-16 units of text. */
  textChars: number
  /** Rows, turns, pages or messages. */
  segments: number
  /** Bytes of all parts of a zip together. */
  unpackedBytes: number
}
