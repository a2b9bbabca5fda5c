import type { SourceErrorCode } from '#contract'
import type { ContentLimits, Extracted, Foreign } from '../extracted.ts'

/** A request to a reading process; the body is the file. */
export interface Task extends Omit<Foreign, 'bytes'> {
  limits: ContentLimits
}

/**
 * A response. The body is the text in Latin-1 if it fits and in UTF-16LE otherwise, as V8 holds it, padded to a multiple of
 * four bytes; then the segments' numbers.
 */
export type Answer = (
  | (Omit<Extracted, 'text' | 'segments'> & {
      encoding: 'latin1' | 'utf16le'
      textBytes: number
      words: string[]
    })
  | { code: SourceErrorCode; message: string }
) & {
  /** Resident memory of the process after the work, in bytes. */
  memory: number
}

/** The exit code after an uncaught error of a parser. */
export const failedCode = 3

/** The signal with which the process ends itself when it exceeds its memory. */
export const memorySignal = 'SIGUSR2'
