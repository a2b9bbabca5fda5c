import type { ClientBase } from 'pg'
import type { Database } from '#database'
import type { Installation } from '../installation.ts'

/** A part of the data that grows for years. */
export interface Subject {
  /** The tables that hold it, first the one that grows by a row each. */
  tables: readonly string[]
  /** Adds the rows `from` to `to`, in SQL, to tables without keys and indexes. */
  fill(client: ClientBase, from: number, to: number): Promise<void>
  /** Adds rows with the product's own statements. */
  insert: { name: string; run: () => Promise<unknown> }
  /** The pages that read it: paths by what they list. */
  pages: Record<string, string>
  /** Deletes rows with the product's own statements, and returns how many. */
  deletions: { name: string; run: () => Promise<number> }[]
  /** Lines about what else it takes. */
  also?: () => Promise<string[]>
}

/** Creates the records that the rows belong to, and returns how to add `rows` of them. */
export type Prepare = (desk: Installation, db: Database, rows: number) => Promise<Subject>

/** SQL for a UUIDv7 of a time. */
export const idAt = (time: string): string =>
  `(lpad(to_hex((extract(epoch from ${time}) * 1000)::bigint), 12, '0') || '7' || substr(md5(random()::text), 1, 3)
    || '8' || substr(md5(random()::text), 1, 15))::uuid`

/** SQL for how far along row `n` is, from 0 to 1: the first tenth of the rows is spread over the whole time, and so are others. */
export const progress = (rows: number): string =>
  `(case when n < ${rows / 10} then n::float8 / ${rows / 10} else (n - ${rows / 10})::float8 / ${rows * 0.9} end)`

/** SQL for the id of a numbered record, and the id itself. */
export const numberedId = (n: string): string =>
  `('01900000-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`
export const idOf = (n: number): string => `01900000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`

export const signal = new AbortController().signal
