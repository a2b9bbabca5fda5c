import type { Files } from '../files.ts'
import type { StoredFile } from '../implement.ts'
import { Refusal } from '../refusal.ts'

/** The files of one call. They are stored before its transaction and removed unless it keeps them. */
export interface Incoming {
  store(content: AsyncIterable<Buffer> | string): Promise<StoredFile>
  /** Runs the transaction. Files are kept only if it commits. */
  around<T>(transaction: () => Promise<T>): Promise<T>
  /** Forgets what an earlier, rolled-back attempt kept. Call it first in each attempt. */
  begin(): void
  /** Removes files that were not kept. */
  end(): Promise<void>
}

export function createIncoming(files: Files): Incoming {
  const unkept = new Set<string>()
  const kept = new Set<string>()
  return {
    async store(content) {
      const stored = await files.write(content)
      unkept.add(stored.key)
      return { ...stored, keep: () => void kept.add(stored.key) }
    },
    begin: () => kept.clear(),
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
      if (unkept.size > 0) await files.remove([...unkept]).catch(() => {})
    },
  }
}
