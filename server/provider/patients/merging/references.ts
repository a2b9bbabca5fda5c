import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '#platform'

/** A column of any table that refers to patients. Names are quoted, ready to stand in SQL. */
export interface Reference {
  /** As people are told: `invoices`, and `other.table` where it is not in our own schema. */
  table: string
  column: string
  relation: string
  quotedColumn: string
  /** It refers to `live_id`: a retired record cannot have rows here. */
  liveOnly: boolean
  columns: string[]
  /** The primary key; empty where there is none. */
  primaryKey: KeyColumn[]
  /** What its rows must fulfil that has to do with this column. */
  checks: string[]
  uniques: Unique[]
}

interface KeyColumn {
  name: string
  quoted: string
  type: string
}

/** A unique or exclusion constraint, or a unique index, which may have expressions and a condition. */
interface Unique {
  expressions: string[]
  operators: string[]
  nullsEqual: boolean
  condition: string | null
}

/**
 * What stays as it is when records are merged: the merges themselves, and judgements about a pair of records. Everything
 * else that has a foreign key to patients moves.
 */
export const notMoved: Record<string, string[]> = {
  patients: ['merged_into'],
  patient_merges: ['source_id', 'target_id'],
  not_duplicate_pairs: ['patient_a', 'patient_b'],
}

/**
 * Every column that a merge moves, from PostgreSQL's own catalogue: `referring_columns()` in the migration of patients.
 */
export async function references(tx: Reader): Promise<Reference[]> {
  const { rows } = await sql<{ reference: Reference }>`select referring_columns() as reference`.execute(tx)
  return rows
    .map(({ reference }) => reference)
    .filter(({ table, column }) => !notMoved[table]?.includes(column))
}

/** A row's key as it is noted: the primary key without this column, or all the rest of a row that has none. */
export function noted({ column, primaryKey }: Reference, row: string): RawBuilder<string[]> {
  if (primaryKey.length === 0) return sql`array[(to_jsonb(${sql.raw(row)}) - ${sql.lit(column)})::text]`
  const parts = primaryKey.filter(({ name }) => name !== column)
  return sql`array[${sql.raw(parts.map(({ quoted }) => `${row}.${quoted}::text`).join(', '))}]::text[]`
}

/** Whether `row` is the one whose key was noted as `key`, such that an index on the primary key serves. */
export function isNoted(reference: Reference, row: string, key: string): RawBuilder<boolean> {
  const { column, primaryKey } = reference
  if (primaryKey.length === 0) return sql`${noted(reference, row)} = ${sql.raw(key)}`
  const parts = primaryKey.flatMap(({ name, quoted, type }) => (name === column ? [] : [{ quoted, type }]))
  const same = parts.map(({ quoted, type }, n) => `${row}.${quoted} = (${key})[${n + 1}]::${type}`)
  return sql`(${sql.raw(['true', ...same].join(' and '))})`
}
