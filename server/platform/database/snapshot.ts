import { Transaction as KyselyTransaction } from 'kysely'
import type { Reader, Transaction } from './database.ts'
import { guarded } from './pool.ts'

/** Runs reads that must agree with each other on one snapshot of the database. Within a transaction, on that one's. */
export function onSnapshot<T>(reader: Reader, read: (tx: Transaction) => Promise<T>): Promise<T> {
  if (reader instanceof KyselyTransaction) return read(reader)
  return reader
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((tx) => guarded(() => read(tx)))
}
