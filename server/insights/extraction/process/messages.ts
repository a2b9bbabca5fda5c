import type { SourceErrorCode } from '#contract'
import type { ContentLimits, Extracted, Foreign } from '../extracted.ts'

/** What a reading process is asked; the file's bytes are the body. */
export interface Task extends Omit<Foreign, 'bytes'> {
  limits: ContentLimits
}

/** What it answers. The body is the text in UTF-16LE, filled up to a multiple of four bytes, then the segments' numbers. */
export type Answer = (
  | (Omit<Extracted, 'text' | 'segments'> & { textBytes: number; words: string[] })
  | { code: SourceErrorCode; message: string }
) & {
  /** Resident memory of the process after the work, in bytes. */
  memory: number
}

/** With which the process ends when a parser failed where nobody could catch it. */
export const failedCode = 3

/** With which the process ends itself when it takes more memory than it may. */
export const memorySignal = 'SIGUSR2'
