import { createWriteStream } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { reachDisk } from '#platform'
import { readParts, storedFilesIn } from '../archive/read-archive.ts'
import { copyFile, sharedPath } from '../destination/shared-files.ts'
import type { LoadRows } from '../tables/load-tables.ts'

/** Loads the rows of an archive, and writes its files and its secret to the folder `work`, synced to the disk. */
export async function loadParts(path: string, work: string, load: LoadRows): Promise<void> {
  const files = join(work, 'files')
  const folders = new Set([files, work])
  await mkdir(files, { mode: 0o700 })
  const placeFor = async (key: string) => {
    const file = join(files, key)
    const folder = dirname(file)
    if (!folders.has(folder)) await mkdir(folder, { recursive: true, mode: 0o700 })
    folders.add(folder)
    return file
  }
  for await (const part of readParts(path)) {
    const [kind, ...rest] = part.name.split('/')
    if (kind === 'tables') await load(rest[0] ?? '', await part.whole())
    if (kind === 'secret')
      await writeFile(join(work, 'secret'), await part.whole(), { mode: 0o600, flush: true })
    if (kind === 'files')
      await pipeline(
        part.content(),
        createWriteStream(await placeFor(rest.join('/')), { mode: 0o600, flush: true }),
      )
    if (kind !== 'stored') continue
    for (const [key, , sha256] of storedFilesIn(await part.whole()))
      await copyFile(sharedPath(dirname(path), sha256), await placeFor(key), sha256)
  }
  await reachDisk([...folders])
}
