import type { Transaction } from '../database/database.ts'
import type { Files, NewFile } from '../files/files.ts'
import type { StoredFile } from '../implement.ts'
import { Refusal } from '../refusal.ts'

/** The files of one call. They are stored before its transaction and removed unless it keeps them. */
export interface Incoming {
  store(content: AsyncIterable<Buffer> | string): Promise<StoredFile>
  /** Runs the transaction. Files are kept only if it commits. */
  around<T>(transaction: () => Promise<T>): Promise<T>
  /** Forgets what an earlier, rolled-back attempt kept. Call it first in each attempt. @throws Refusal `busy` */
  begin(tx: Transaction): Promise<void>
  /** Removes files that were not kept. */
  end(): Promise<void>
}

export function createIncoming(files: Files): Incoming {
  const unkept = new Map<string, NewFile>()
  const kept = new Set<string>()
  return {
    async store(content) {
      const file = await files.write(content)
      const { key, bytes, sha256 } = file
      unkept.set(key, file)
      return { key, bytes, sha256, keep: () => void kept.add(key) }
    },
    async begin(tx) {
      kept.clear()
      for (const file of unkept.values()) await file.confirm(tx)
    },
    async around(transaction) {
      try {
        return await transaction()
      } catch (error) {
        // A refusal is certainly rolled back. After any other error the commit may have succeeded: leave it to the sweep.
        if (error instanceof Refusal) kept.clear()
        throw error
      } finally {
        for (const key of kept) unkept.delete(key)
      }
    },
    async end() {
      // The sweep removes what cannot be removed now.
      if (unkept.size > 0) await files.remove([...unkept.keys()]).catch(() => {})
    },
  }
}
