import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Archive, readStoredFiles, verifyArchive } from './archive/read-archive.ts'
import { sharedPath, sumOfFile } from './destination/shared-files.ts'
import { BackupError } from './error.ts'

/**
 * Reads a whole backup and compares all checksums.
 * @param files whether to read the files next to the archive as well, or only to compare their sizes
 * @throws BackupError that names what is damaged or missing
 */
export async function verifyBackup(path: string, files: 'read' | 'compare sizes'): Promise<Archive> {
  const archive = await verifyArchive(path)
  for await (const some of readStoredFiles(path)) {
    for (const [, bytes, sha256] of some) {
      const file = sharedPath(dirname(path), sha256)
      const found = await stat(file).catch(() => undefined)
      if (!found) throw new BackupError(`${path} is incomplete: ${file} is missing.`)
      if (found.size !== bytes || (files === 'read' && (await sumOfFile(file)) !== sha256))
        throw new BackupError(`${path} is damaged: the checksum of ${file} does not match.`)
    }
  }
  return archive
}
