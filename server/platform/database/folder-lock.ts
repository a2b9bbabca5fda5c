import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** SQLITE_BUSY: another connection, here or in another process, holds the exclusive transaction. */
const busy = 5

/** Another process uses the data folder. The message is for the operator who started the second one. */
export class FolderInUseError extends Error {
  override name = 'FolderInUseError'

  constructor(folder: string) {
    super(
      `The data folder ${folder} is in use by another running Aerie. ` +
        'Stop that one first, or set DATA_DIR to another folder or DATABASE_URL to a PostgreSQL server.',
    )
  }
}

/**
 * Locks the data folder for this process, creating it if needed. Returns the function that releases the lock.
 *
 * Two processes on one embedded database would corrupt it. The lock is an exclusive transaction on an SQLite file, so the
 * operating system releases it when the process ends, even by `kill -9`. A file with a process id would outlive its
 * process, and be wrong in containers, where ids repeat.
 *
 * @throws FolderInUseError if another process holds it
 */
export function takeFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true })
  const lock = new DatabaseSync(path.join(folder, 'lock'), { timeout: 0 })
  try {
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    throw isBusy(error) ? new FolderInUseError(path.resolve(folder)) : error
  }
  return () => lock.close()
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === busy
}
