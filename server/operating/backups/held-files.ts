import { link, mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Session } from '#database'
import { FileMissingError, type Files, openFolderStore } from '#files'
import type { StoredFile } from './archive/format.ts'
import type { SharedFiles } from './destination/shared-files.ts'
import { BackupError } from './error.ts'
import { type Reading, storedFiles } from './stored-files.ts'

/** Keeps the files of a snapshot readable, even if nodes remove them meanwhile. */
export interface HeldFiles {
  /** Keeps a file. @throws FileMissingError */
  hold(file: StoredFile): Promise<void>
  read: Reading
  release(): Promise<void>
}

/**
 * Chooses how to keep files: if they are in a folder on this disk, by a second name in the folder `held`. From object
 * storage, they are copied: to those that backups share, most of which are there already, or to the folder `held`.
 */
export async function openHeldFiles(files: Files, held: string, shared?: SharedFiles): Promise<HeldFiles> {
  const folder = await files.folder()
  const store = openFolderStore(held)
  const release = () => rm(held, { recursive: true, force: true })
  await release()
  if (folder === null && shared) {
    const hold = (file: StoredFile) => shared.add(file, () => files.read(file[0]))
    return { hold, read: readingFrom(files), release }
  }
  return {
    hold: async ([key]) => {
      if (folder === null) await store.put(key, await files.read(key))
      else await linkTo(join(held, key), join(folder, key), key)
    },
    read: (key) => store.get(key),
    release,
  }
}

/** Reads files that nobody removes. */
export const readingFrom =
  (files: Files): Reading =>
  (key) =>
    files.read(key).catch((error) => {
      if (!(error instanceof FileMissingError)) throw error
      throw new BackupError(`The file ${key} is missing in the file storage.`)
    })

/** Keeps each file of the snapshot. Returns false if one was removed after the snapshot. */
export async function holdFiles(client: Session, { hold }: HeldFiles): Promise<boolean> {
  let all = true
  for await (const some of storedFiles(client))
    for (const file of some)
      await hold(file).catch((error) => {
        if (!(error instanceof FileMissingError)) throw error
        all = false
      })
  return all
}

async function linkTo(path: string, source: string, key: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await link(source, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new FileMissingError(key)
    if (error.code !== 'EEXIST') throw error
  })
}
