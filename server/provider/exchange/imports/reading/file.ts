import type { Files } from '#files'

/** How a file is written. */
export type FileFormat =
  | { format: 'csv'; encoding: 'utf-8' | 'windows-1252'; delimiter: string }
  | { format: 'ndjson'; encoding: 'utf-8' | 'windows-1252' }

/** A stored file that can be read more than once. */
export type ReadFile = () => Promise<AsyncIterable<Buffer>>

export const readStored =
  (files: Files, key: string): ReadFile =>
  () =>
    files.read(key)

/** A row of a file. */
export interface FileRow {
  /** The number that spreadsheets show for the row; in NDJSON, the number of the line. */
  number: number
  /** By the name of the column: text from CSV, any JSON value from NDJSON. */
  values: ReadonlyMap<string, unknown>
  /** What is wrong with the row as a whole. */
  problem?: string
}

/** A file that cannot be imported, with a sentence for the user. */
export class UnreadableFileError extends Error {}
