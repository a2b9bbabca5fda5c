import { sql } from 'kysely'
import type { Transaction } from './database.ts'

/** Runs work within a transaction and undoes it: previews find out what would happen, or why it is refused. */
export async function rolledBack<T>(tx: Transaction, work: () => Promise<T>): Promise<T> {
  await sql`savepoint preview`.execute(tx)
  const result = await work()
  await sql`rollback to savepoint preview`.execute(tx)
  return result
}
