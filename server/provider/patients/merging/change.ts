import { sql } from 'kysely'
import type { Transaction } from '#database'
import type { toColumns } from '../fields.ts'

type Columns = ReturnType<typeof toColumns> | { mergedInto: string | null }

/** Updates columns of a record and increments its version. */
export async function change(tx: Transaction, id: string, columns: Columns): Promise<void> {
  await tx
    .updateTable('patients')
    .set((row) => ({ ...columns, version: row('version', '+', 1), updatedAt: sql<string>`now()` }))
    .where('id', '=', id)
    .execute()
}
