import type { SourceErrorCode } from '#contract'
import type { ArrivingText, ContentLimits, Statements } from '#engines/extraction'
import type { TextPart } from '#engines/language'

/** A request to a reading process; the body is the file. */
export interface Task extends Statements {
  limits: ContentLimits
}

/** Responses to a task: either an error, or what was recognized, all parts of the text, and the end. */
export type Answer =
  | { answer: 'failed'; code: SourceErrorCode; message: string; memory: number }
  | ({ answer: 'text' } & Omit<ArrivingText, 'parts'>)
  | { answer: 'part'; part: TextPart }
  /** `memory` is the resident memory of the process, in bytes. */
  | { answer: 'end'; memory: number }
