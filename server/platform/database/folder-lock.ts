import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** SQLITE_BUSY: another connection, here or in another process, holds the exclusive transaction. */
const busy = 5

/** Someone else is using the data folder. The message is meant for the person who started the second server. */
export class FolderInUseError extends Error {
  override name = 'FolderInUseError'

  constructor(folder: string) {
    super(
      `The data folder ${folder} is in use by another running Aerie. ` +
        'Stop that one first, or give this one its own data with DATA_DIR=<another folder> or DATABASE_URL=<a PostgreSQL address>.',
    )
  }
}

/**
 * Takes the data folder for this process alone, creating it if need be, and returns what gives it back.
 *
 * Two processes on one embedded database corrupt it, so this must hold whatever happens to the holder. It is an
 * exclusive transaction on an SQLite file, which is a lock of the operating system: free the moment the process ends,
 * `kill -9` included. A file with a process id would outlive its process and, in containers, where ids repeat, lie.
 *
 * @throws FolderInUseError when another holds it
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
