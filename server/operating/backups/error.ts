import { FileStoreError } from '#files'

/** A backup cannot be written, read or restored. The message is for the operator. */
export class BackupError extends Error {
  override name = 'BackupError'
}

/** Turns an error of the file system or of the file storage into a BackupError. */
export function knownTrouble(error: unknown, path: string): unknown {
  const { cause } = error as Error
  if (cause instanceof FileStoreError) return new BackupError(cause.message)
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC') return new BackupError(`No space left for ${path}. The incomplete file was removed.`)
  if (code && /^(EACCES|EPERM|EROFS|ENOENT|ENOTDIR|EDQUOT|EXDEV|EIO)$/.test(code))
    return new BackupError(`${path}: ${message}.`)
  return error
}
