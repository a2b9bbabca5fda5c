import { mkdir } from 'node:fs/promises'
import {
  type FileStore,
  filesFolder,
  folderAddress,
  hasFiles,
  markerKey,
  openFolderStore,
  openStore,
  readText,
  writeText,
} from '#files'
import type { Archive } from '../archive/read-archive.ts'
import { BackupError } from '../error.ts'
import { identityOf, workIn } from './marker.ts'
import type { RestoreTarget } from './target.ts'

/**
 * Opens the store for restored files: a folder in the work folder, or object storage. Until the restore is complete, a
 * marker in the bucket names the archive, so that no server uses it.
 * @throws BackupError if the bucket has other files
 */
export async function beginStore({ dataDir, files }: RestoreTarget, archive: Archive): Promise<FileStore> {
  if (files === folderAddress) {
    const folder = filesFolder(workIn(dataDir))
    await mkdir(folder, { mode: 0o700 })
    return openFolderStore(folder)
  }
  const store = await openStore(files, dataDir)
  const marker = await readText(store, markerKey)
  const own = `restoring ${identityOf(archive)}\n`
  if (marker === own) return store
  if (marker !== null || (await hasFiles(store)))
    throw new BackupError(`${store.address} already has files. Set FILES to another prefix.`)
  await writeText(store, markerKey, own)
  return store
}

/** Makes a bucket ready for the server, which writes its own marker. */
export async function completeStore({ dataDir, files }: RestoreTarget): Promise<void> {
  if (files === folderAddress) return
  const store = await openStore(files, dataDir)
  if ((await readText(store, markerKey))?.startsWith('restoring ')) await store.remove(markerKey)
}
