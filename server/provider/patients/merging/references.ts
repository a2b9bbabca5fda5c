import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '#database'
import { own } from '#rules/own'

/** A column that refers to patients. Names are quoted for SQL. */
export interface Reference {
  /** The name for messages: `invoices`, or `other.table` in another schema. */
  table: string
  column: string
  relation: string
  quotedColumn: string
  /** Whether it refers to `live_id`: a merged record cannot have rows here. */
  liveOnly: boolean
  columns: string[]
  /** The primary key; empty if there is none. */
  primaryKey: KeyColumn[]
  /** The constraints that involve this column. */
  checks: string[]
  uniques: Unique[]
}

interface KeyColumn {
  name: string
  quoted: string
  type: string
}

/** A unique or exclusion constraint, or a unique index, with expressions and a condition. */
interface Unique {
  expressions: string[]
  operators: string[]
  nullsEqual: boolean
  condition: string | null
}

/**
 * The columns that a merge does not move: those of merges, of each record's history and of pairs that are not duplicates. Everything else
 * with a foreign key to patients moves.
 */
export const notMoved: Record<string, string[]> = {
  patients: ['merged_into'],
  patient_merges: ['source_id', 'target_id'],
  patient_changes: ['patient_id'],
  not_duplicate_pairs: ['patient_a', 'patient_b'],
}

/** Reads every column that a merge moves from PostgreSQL's catalog, with `referring_columns()` of the migration. */
export async function references(tx: Reader): Promise<Reference[]> {
  const { rows } = await sql<{ reference: Reference }>`select referring_columns() as reference`.execute(tx)
  return rows
    .map(({ reference }) => reference)
    .filter(({ table, column }) => !own(notMoved, table)?.includes(column))
}

/** Returns the noted key of a row: the primary key without this column, or the rest of the row if there is none. */
export function noted({ column, primaryKey }: Reference, row: string): RawBuilder<string[]> {
  if (primaryKey.length === 0) return sql`array[(to_jsonb(${sql.raw(row)}) - ${sql.lit(column)})::text]`
  const parts = primaryKey.filter(({ name }) => name !== column)
  return sql`array[${sql.raw(parts.map(({ quoted }) => `${row}.${quoted}::text`).join(', '))}]::text[]`
}

/** Compares a row with a noted key, in a way that can use an index on the primary key. */
export function isNoted(reference: Reference, row: string, key: string): RawBuilder<boolean> {
  const { column, primaryKey } = reference
  if (primaryKey.length === 0) return sql`${noted(reference, row)} = ${sql.raw(key)}`
  const parts = primaryKey.flatMap(({ name, quoted, type }) => (name === column ? [] : [{ quoted, type }]))
  const same = parts.map(({ quoted, type }, n) => `${row}.${quoted} = (${key})[${n + 1}]::${type}`)
  return sql`(${sql.raw(['true', ...same].join(' and '))})`
}
