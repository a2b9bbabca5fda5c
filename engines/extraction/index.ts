import type { decode } from './decode.ts'
import type { readText as read } from './read.ts'

export {
  type ArrivingText,
  type ContentLimits,
  ExtractionError,
  type Recognized,
  type Statements,
  type Stored,
  understood,
} from './extracted.ts'
export { sourceFormats } from './formats.ts'

/** Reads a file. Its parsers are loaded here, which the server does without. @throws ExtractionError and nothing else */
export const readText: typeof read = async (...file) => (await import('./read.ts')).readText(...file)

/** Decodes a text file, like `readText`. @throws ExtractionError `unreadable` */
export const decodeText: typeof decode = async (...file) => (await import('./decode.ts')).decode(...file)
