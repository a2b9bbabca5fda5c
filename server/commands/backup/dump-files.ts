import { createReadStream } from 'node:fs'
import { link, mkdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { PoolClient } from 'pg'
import { CommandError } from '../command.ts'
import { type End, nameOf } from './format.ts'
import type { ArchiveWriter } from './write-archive.ts'

const keysAtATime = 1000

/** Returns the keys of all referenced files in order. Columns that refer to a file are named `file_key`. */
export async function* fileKeys(client: PoolClient): AsyncGenerator<string[]> {
  const { rows: columns } = await client.query<{ query: string }>(
    `select format('select file_key from %s where file_key is not null', attrelid::regclass) as query
     from pg_attribute join pg_class class on class.oid = attrelid
     where attname = 'file_key' and not attisdropped and class.relkind = 'r'
       and class.relnamespace = 'public'::regnamespace`,
  )
  if (columns.length === 0) return
  const all = columns.map(({ query }) => query).join(' union ')
  await client.query(`declare keys no scroll cursor for select file_key from (${all}) keys order by file_key`)
  for (;;) {
    const { rows } = await client.query<{ file_key: string }>(`fetch ${keysAtATime} from keys`)
    if (rows.length === 0) break
    yield rows.map((row) => row.file_key)
  }
  await client.query('close keys')
}

/**
 * Creates a hard link to each file of the snapshot, so that it survives if the server removes it meanwhile. Returns
 * false if one was already removed after the snapshot.
 */
export async function holdFiles(client: PoolClient, files: string, held: string): Promise<boolean> {
  let all = true
  for await (const keys of fileKeys(client)) {
    await Promise.all(
      keys.map(async (key) => {
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

/** Writes all files to the archive. @throws CommandError if a referenced file is missing */
export async function dumpFiles(
  client: PoolClient,
  folder: string,
  archive: ArchiveWriter,
): Promise<End['files']> {
  const files = { count: 0, bytes: 0 }
  for await (const keys of fileKeys(client)) {
    for (const key of keys) {
      const path = join(folder, key)
      const { size } = await stat(path).catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'ENOENT' ? new CommandError(`The file ${key} is missing in ${folder}.`) : error
      })
      await archive.addStream(nameOf.file(key), size, createReadStream(path))
      files.count++
      files.bytes += size
    }
  }
  return files
}
