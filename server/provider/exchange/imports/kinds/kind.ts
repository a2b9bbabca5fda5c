import type { Actor } from '#contract'
import type { Transaction } from '#database'

/** The user and key that records are written as. */
export type Importer = Pick<Actor, 'userId' | 'name' | 'apiKey'>

export interface Problem {
  /** Null for the row as a whole. */
  field: string | null
  message: string
  patientId?: string
}

/** Of a row that is not imported, but may be right. */
export interface Flag extends Problem {
  kind: 'duplicate' | 'mismatch'
}

/** A row whose fields are valid. */
export interface ParsedRow<Fields> {
  number: number
  key: string
  fields: Fields
  /** The record that a row with this key became earlier; null if there was none. */
  recordId: string | null
}

export type Outcome = { number: number } & (
  | { result: 'created' | 'updated' | 'unchanged'; recordId: string }
  | { result: 'flagged'; problems: Flag[] }
  | { result: 'failed'; problems: Problem[] }
)

/** What the rows of a file become. */
export interface RecordKind<Fields = unknown> {
  /** Returns the fields of a row, by their names in the plan, or everything that is wrong with them. */
  parse(values: ReadonlyMap<string, unknown>): { fields: Fields } | { problems: Problem[] }
  /** Returns the key of rows that no column identifies. */
  keyOf?(fields: Fields): string
  /** Writes rows whose keys differ, in a few statements. Returns an outcome for each, in any order. */
  write(tx: Transaction, importer: Importer, rows: ParsedRow<Fields>[], importId: string): Promise<Outcome[]>
}

export const failed = (number: number, ...problems: Problem[]): Outcome => ({
  number,
  result: 'failed',
  problems,
})
