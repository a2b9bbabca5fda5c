import { maxTextChars } from '#contract'
import type { Extracted, Foreign } from './extracted.ts'
import { Pool } from './process/pool.ts'
import type { ReaderLimits } from './process/reader.ts'

export { type Extracted, ExtractionError, type Foreign } from './extracted.ts'
export { sourceFormats } from './formats.ts'

const megabyte = 2 ** 20

const limits = {
  content: { textChars: maxTextChars, segments: 200_000, unpackedBytes: 200 * megabyte },
  memory: 1_000 * megabyte,
  time: 120_000,
} satisfies ReaderLimits

const atOnce = 2
const idleForMs = 30_000

export interface Extractor {
  /**
   * Reads a file in a process of its own, within limits of time and memory; never more than two at once.
   * @throws ExtractionError, never anything else; `interrupted` says nothing about the file: it is to be read again.
   */
  extract(file: Foreign): Promise<Extracted>
  /** Ends what is being read, as `interrupted`. */
  stop(): Promise<void>
}

/** @param changed limits that differ from what a server has. */
export function createExtractor(changed: Partial<ReaderLimits> = {}): Extractor {
  const pool = new Pool({ ...limits, ...changed }, atOnce, idleForMs)
  return {
    extract: (file) => pool.read(file),
    stop: () => pool.stop(),
  }
}
