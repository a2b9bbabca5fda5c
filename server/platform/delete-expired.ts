import { type RawBuilder, sql } from 'kysely'
import type { Database } from './database/database.ts'
import type { DB } from './database/generated/tables.ts'

/** The embedded database runs one statement at a time, so this many must not hold up a call noticeably. */
const rowsAtOnce = 1000

/**
 * Deletes the rows whose time is before a limit, oldest first, in batches that each commit. Rows that a call holds locked
 * are left to the next run. Stops after a batch when the signal is aborted.
 *
 * Each batch begins at the time where the last one ended: the index still leads to deleted rows until a vacuum, which a
 * long transaction delays.
 * @param column a time or date; without an index on it, every batch reads the whole table
 * @param before the limit, an expression
 */
export async function deleteExpired<Table extends keyof DB & string>(
  { reader }: Pick<Database, 'reader'>,
  signal: AbortSignal,
  table: Table,
  column: keyof DB[Table] & string,
  before: RawBuilder<unknown>,
): Promise<void> {
  const [rows, time] = [sql.table(table), sql.ref(column)]
  for (let from = '-infinity', deleted = rowsAtOnce; deleted === rowsAtOnce && !signal.aborted; ) {
    const batch = await sql<{ deleted: number; last: string }>`
      with gone as (
        delete from ${rows} where ctid = any (array(
          select ctid from ${rows} where ${time} < ${before} and ${time} >= ${from}
          order by ${time} limit ${rowsAtOnce} for update skip locked))
        returning ${time} as time)
      select count(*) as deleted, max(time) as last from gone`.execute(reader)
    ;({ deleted, last: from } = batch.rows[0]!)
  }
}
