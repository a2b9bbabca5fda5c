import { createReadStream } from 'node:fs'
import { link, mkdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { PoolClient } from 'pg'
import { type End, nameOf, type StoredFile } from './archive/format.ts'
import type { ArchiveWriter } from './archive/write-archive.ts'
import type { SharedFiles } from './destination/shared-files.ts'
import { BackupError } from './error.ts'

const filesAtATime = 1000

/**
 * Returns all referenced files, ordered by key. Columns that refer to a file are named `file_key`; the columns `bytes` and
 * `sha256` next to them describe it.
 */
export async function* storedFiles(client: PoolClient): AsyncGenerator<StoredFile[]> {
  const { rows: columns } = await client.query<{ query: string }>(
    `select format('select file_key, bytes, sha256 from %s where file_key is not null', attrelid::regclass) as query
     from pg_attribute join pg_class class on class.oid = attrelid
     where attname = 'file_key' and not attisdropped and class.relkind = 'r'
       and class.relnamespace = 'public'::regnamespace`,
  )
  if (columns.length === 0) return
  const all = columns.map(({ query }) => query).join(' union ')
  await client.query(`declare files no scroll cursor for select * from (${all}) files order by file_key`)
  for (;;) {
    const { rows } = await client.query<{ file_key: string; bytes: number; sha256: string }>(
      `fetch ${filesAtATime} from files`,
    )
    if (rows.length === 0) break
    yield rows.map((row) => [row.file_key, row.bytes, row.sha256])
  }
  await client.query('close files')
}

/**
 * Creates a hard link to each file of the snapshot, so that it survives if the server removes it meanwhile. Returns
 * false if one was already removed after the snapshot.
 */
export async function holdFiles(client: PoolClient, files: string, held: string): Promise<boolean> {
  let all = true
  for await (const some of storedFiles(client)) {
    await Promise.all(
      some.map(async ([key]) => {
        await mkdir(dirname(join(held, key)), { recursive: true, mode: 0o700 })
        await link(join(files, key), join(held, key)).catch((error: NodeJS.ErrnoException) => {
          if (error.code === 'ENOENT') all = false
          else if (error.code !== 'EEXIST') throw error
        })
      }),
    )
  }
  return all
}

/** Removes the hard links. */
export const removeLinks = (held: string): Promise<void> => rm(held, { recursive: true, force: true })

/** Writes all files to the archive. @throws BackupError if a referenced file is missing */
export async function dumpFiles(
  client: PoolClient,
  folder: string,
  archive: ArchiveWriter,
): Promise<End['files']> {
  const files = { count: 0, bytes: 0 }
  for await (const some of storedFiles(client)) {
    for (const [key] of some) {
      const path = join(folder, key)
      const { size } = await stat(path).catch((error) => {
        throw missing(error, key, folder)
      })
      await archive.addStream(nameOf.file(key), size, createReadStream(path))
      files.count++
      files.bytes += size
    }
  }
  return files
}

/** Adds all files to those that backups share, and lists them in the archive. @throws BackupError as `dumpFiles` */
export async function shareFiles(
  client: PoolClient,
  folder: string,
  archive: ArchiveWriter,
  shared: SharedFiles,
): Promise<End['files']> {
  const files = { count: 0, bytes: 0 }
  let number = 0
  for await (const some of storedFiles(client)) {
    for (const [key, bytes, sha256] of some) {
      await shared.add(join(folder, key), bytes, sha256).catch((error) => {
        throw missing(error, key, folder)
      })
      files.count++
      files.bytes += bytes
    }
    const lines = some.map((file) => `${JSON.stringify(file)}\n`)
    await archive.add(nameOf.stored(++number), gzipSync(lines.join('')))
  }
  await shared.reachDisk()
  return files
}

const missing = (error: NodeJS.ErrnoException, key: string, folder: string): unknown =>
  error.code === 'ENOENT' ? new BackupError(`The file ${key} is missing in ${folder}.`) : error
