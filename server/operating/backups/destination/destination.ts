import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { FolderInUseError, takeFolder } from '#database'
import { reachDisk } from '#files'
import { readStoredFiles } from '../archive/read-archive.ts'
import { BackupError } from '../error.ts'
import { openSharedFiles, removeOthers, type SharedFiles } from './shared-files.ts'

/**
 * A folder of backups, locked for this process:
 *
 *   backup-2026-11-23T01-00-00.000Z.tar   one archive per backup
 *   files/                                the uploaded files of all of them
 *   lock
 */
export interface Destination extends AsyncDisposable {
  shared: SharedFiles
  /** Returns the name of the backup of this time. */
  archiveName(time: Date): string
  /**
   * Removes all backups but the newest `keep`, and returns the names of these. Then it removes the files that no archive refers
   * to, or returns as `leftover` which archive cannot be read. Whenever it is interrupted, each remaining backup is
   * complete.
   */
  removeOld(keep: number): Promise<{ kept: string[]; leftover: string | null }>
}

const isBackup = (name: string): boolean => /^backup-[\dTZ.-]+\.tar$/.test(name)

/** Opens a folder of backups, and creates it if its parent exists. @throws BackupError if it is in use */
export async function openDestination(path: string): Promise<Destination> {
  const folder = resolve(path)
  // Nothing above it is created: a backup must not fill another disk because one is not mounted.
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT')
      throw new BackupError(`${dirname(folder)} does not exist. Is its disk mounted?`)
    if (error.code !== 'EEXIST') throw error
  })
  if (!(await stat(folder)).isDirectory()) throw new BackupError(`${folder} is not a folder.`)
  const release = lock(folder)
  for (const name of await readdir(folder))
    if (/^\.backup-.*\.unfinished$/.test(name)) await rm(join(folder, name))
  return {
    shared: openSharedFiles(folder),
    archiveName: (time) => `backup-${time.toISOString().replaceAll(':', '-')}.tar`,
    async removeOld(keep) {
      const names = await backupsIn(folder)
      const kept = names.slice(0, keep)
      // The archives first: a file without an archive is only superfluous.
      for (const name of names.slice(keep)) await rm(join(folder, name), { force: true })
      await reachDisk([folder])
      try {
        const referred = await filesReferredIn(folder)
        await removeOthers(folder, (sha256) => referred.has(shortened(sha256)))
        return { kept, leftover: null }
      } catch (error) {
        if (!(error instanceof BackupError)) throw error
        return { kept, leftover: error.message }
      }
    },
    [Symbol.asyncDispose]: async () => release(),
  }
}

/** Returns the names of the backups in a folder, newest first. */
export async function backupsIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter(isBackup).sort().reverse()
}

function lock(folder: string): () => void {
  try {
    return takeFolder(folder)
  } catch (error) {
    if (!(error instanceof FolderInUseError)) throw error
    throw new BackupError(`Another backup to ${folder} is running.`)
  }
}

/** Returns what all archives in the folder refer to. One that was renamed counts; other tar files do not. */
async function filesReferredIn(folder: string): Promise<Set<string>> {
  const referred = new Set<string>()
  for (const name of await readdir(folder)) {
    if (!name.endsWith('.tar')) continue
    try {
      for await (const files of readStoredFiles(join(folder, name)))
        for (const [, , sha256] of files) referred.add(shortened(sha256))
    } catch (error) {
      if (isBackup(name) || !(error instanceof BackupError)) throw error
    }
  }
  return referred
}

/** Takes less memory. Two files with the same one would only be kept longer. */
const shortened = (sha256: string): string => sha256.slice(0, 24)
