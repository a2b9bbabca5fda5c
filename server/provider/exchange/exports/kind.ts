import type { RawBuilder } from 'kysely'
import type { Reader } from '#database'

/** What is exported of a kind of record: its columns, in order, and its rows, a batch at a time. */
export interface Exported<Column extends string = string> {
  columns: readonly Column[]
  /**
   * Reads the rows of the next records in the order of their ids. Lists and objects are JSON in a CSV cell. `next` is the
   * last id of the batch, or undefined at the end.
   */
  read(tx: Reader, after: string | undefined): Promise<{ rows: Record<Column, unknown>[]; next?: string }>
  /** Selects the patients whose records are exported, by id; null if there are none. */
  patients: RawBuilder<{ id: string }> | null
}

/** Defines a kind whose records are read by `find`, at most `limit` after an id, and have one row each. */
export const ofRecords = <Column extends string, Found extends { id: string }>(
  columns: readonly Column[],
  limit: number,
  find: (tx: Reader, limit: number, after: string | undefined) => Promise<Found[]>,
  toRow: (record: Found) => Record<Column, unknown>,
  patients: Exported['patients'] = null,
): Exported<Column> => ({
  columns,
  patients,
  async read(tx, after) {
    const found = await find(tx, limit, after)
    const last = found.length === limit ? found.at(-1) : undefined
    return { rows: found.map(toRow), ...(last && { next: last.id }) }
  },
})
