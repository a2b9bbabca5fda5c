import type { Turn } from './join.ts'
import type { Fields } from './words.ts'

/** How the records of a transcript are read. */
export interface RecordReader {
  /** The fields that become parts of a turn. */
  fields: Set<string>
  turnOf(record: Fields): Turn
}
