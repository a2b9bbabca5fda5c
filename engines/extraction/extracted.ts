import type { LanguageEvidence, TextPart } from '#engines/language'
import type { Segment, SourceErrorCode, SourceKind } from '#rules/source-text'

/** What the sender of an untrusted file states about it. */
export interface Statements {
  /** null for text that came as JSON. */
  filename: string | null
  mimeType: string
  /** Whether it is a transcript; null if its content decides. */
  kind: 'text' | 'transcript' | null
}

/** An untrusted file in memory. */
export interface Foreign extends Statements {
  bytes: Uint8Array
}

/** An untrusted file elsewhere. */
export interface Stored extends Statements {
  bytes: number
  open(): Promise<AsyncIterable<Uint8Array>>
}

export interface Recognized {
  kind: SourceKind
  mimeType: string
}

export interface Extracted extends Recognized {
  /** ISO 639-1, by the text alone; null if not recognized. */
  language: string | null
  /** Has neither U+0000 nor lone surrogates. */
  text: string
  /** Sorted, without overlaps; see the contract. */
  segments: Segment[]
}

/** A text that arrives part by part. */
export interface ArrivingText extends Recognized, LanguageEvidence {
  /** The length of the text in UTF-16 units. */
  textChars: number
  /** @throws ExtractionError `interrupted` */
  parts: AsyncIterable<TextPart>
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

export function tooLarge(): ExtractionError {
  return new ExtractionError('too_large_inside', 'The unpacked file is too large.')
}

/** Blames the file for any error of a parser. */
export function understood(error: unknown): ExtractionError {
  if (error instanceof ExtractionError) return error
  if (error instanceof RangeError && error.message === 'Invalid string length') return tooLarge()
  return new ExtractionError('unreadable', 'The file is damaged or has another format than its name.')
}
