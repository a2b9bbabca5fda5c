import type { Segment, Source, SourceErrorCode } from '#contract'

/** An untrusted file, with what its sender states about it. */
export interface Foreign {
  bytes: Uint8Array
  filename: string | null
  mimeType: string
  /** How to divide text that came as JSON; null for files. */
  kind: 'text' | 'transcript' | null
}

export interface Extracted {
  /** Without U+0000 and lone surrogates. */
  text: string
  /** Sorted, without overlaps; see the contract. */
  segments: Segment[]
  kind: Source['kind']
  mimeType: string
  /** ISO 639-1; null if not recognized. */
  language: string | null
}

/** A file cannot be read, for a reason to show to users. */
export class ExtractionError extends Error {
  override name = 'ExtractionError'
  readonly code: SourceErrorCode

  constructor(code: SourceErrorCode, message: string) {
    super(message)
    this.code = code
  }
}

export interface ContentLimits {
  /** UTF-16 units of text. */
  textChars: number
  /** Rows, turns, pages or messages. */
  segments: number
  /** Total bytes of the parts of a zip. */
  unpackedBytes: number
}
