import type { Files } from '../files.ts'
import type { StoredFile } from '../implement.ts'
import { Refusal } from '../refusal.ts'

/** The files that one call brings: they are stored before its transaction, and go unless it keeps them. */
export interface Incoming {
  store(content: AsyncIterable<Buffer> | string): Promise<StoredFile>
  /** Runs the transaction; what is kept counts only if it commits. */
  around<T>(transaction: () => Promise<T>): Promise<T>
  /** To be called at the beginning of each attempt: what an undone one kept is not kept. */
  begin(): void
  /** Removes what was not kept. */
  end(): Promise<void>
}

export function createIncoming(files: Files): Incoming {
  const going = new Set<string>()
  const kept = new Set<string>()
  return {
    async store(content) {
      const stored = await files.write(content)
      going.add(stored.key)
      return { ...stored, keep: () => void kept.add(stored.key) }
    },
    begin: () => kept.clear(),
    async around(transaction) {
      try {
        return await transaction()
      } catch (error) {
        // Undone for sure. Any other error may hide a commit: then the file stays, and the sweep decides.
        if (error instanceof Refusal) kept.clear()
        throw error
      } finally {
        for (const key of kept) going.delete(key)
      }
    },
    async end() {
      // What cannot be removed now is swept later.
      if (going.size > 0) await files.remove([...going]).catch(() => {})
    },
  }
}
