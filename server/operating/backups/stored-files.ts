import type { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import type { Session } from '#database'
import { referencedFiles } from '#files'
import { type End, entryName, type StoredFile } from './archive/format.ts'
import type { ArchiveWriter } from './archive/write-archive.ts'
import type { SharedFiles } from './destination/shared-files.ts'

/** Opens a file by its key. @throws BackupError if it is missing */
export type Reading = (key: string) => Promise<Readable>

const filesAtATime = 1000

/** Returns all referenced files, ordered by key. */
export async function* storedFiles(client: Session): AsyncGenerator<StoredFile[]> {
  const all = await referencedFiles(client)
  await client.query(`declare files no scroll cursor for ${all} order by file_key`)
  for (;;) {
    const { rows } = await client.query<{ file_key: string; bytes: number; sha256: string }>(
      `fetch ${filesAtATime} from files`,
    )
    if (rows.length === 0) break
    yield rows.map((row) => [row.file_key, row.bytes, row.sha256])
  }
  await client.query('close files')
}

/** Writes all files to the archive. @throws BackupError if a referenced file is missing */
export async function dumpFiles(
  client: Session,
  read: Reading,
  archive: ArchiveWriter,
): Promise<End['files']> {
  const files = { count: 0, bytes: 0 }
  for await (const some of storedFiles(client)) {
    for (const [key, bytes] of some) {
      await archive.addStream(entryName.file(key), bytes, await read(key))
      files.count++
      files.bytes += bytes
    }
  }
  return files
}

/** Adds all files to those that backups share, and lists them in the archive. @throws BackupError as `dumpFiles` */
export async function shareFiles(
  client: Session,
  read: Reading,
  archive: ArchiveWriter,
  shared: SharedFiles,
): Promise<End['files']> {
  const files = { count: 0, bytes: 0 }
  let number = 0
  for await (const some of storedFiles(client)) {
    for (const file of some) {
      const [key, bytes] = file
      await shared.add(file, () => read(key))
      files.count++
      files.bytes += bytes
    }
    const lines = some.map((file) => `${JSON.stringify(file)}\n`)
    await archive.add(entryName.stored(++number), gzipSync(lines.join('')))
  }
  await shared.reachDisk()
  return files
}
