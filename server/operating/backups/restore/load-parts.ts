import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { FileStore } from '#files'
import { readParts, storedFilesIn } from '../archive/read-archive.ts'
import { chunksOf, sharedPath, withChecksum } from '../destination/shared-files.ts'
import type { LoadRows } from '../tables/load-tables.ts'

export interface Loading {
  load: LoadRows
  /** For the uploaded files. */
  store: FileStore
  /** A folder for the secret. */
  work: string
}

/** Loads the rows of an archive, and writes its files and its secret, so that they survive a power cut. */
export async function loadParts(path: string, { load, store, work }: Loading): Promise<void> {
  for await (const part of readParts(path)) {
    const [kind, ...rest] = part.name.split('/')
    if (kind === 'tables') await load(rest[0] ?? '', await part.whole())
    if (kind === 'secret')
      await writeFile(join(work, 'secret'), await part.whole(), { mode: 0o600, flush: true })
    if (kind === 'files') await store.put(rest.join('/'), part.content())
    if (kind !== 'stored') continue
    for (const [key, , sha256] of storedFilesIn(await part.whole())) {
      const name = sharedPath(dirname(path), sha256)
      await store.put(key, withChecksum(chunksOf(name), { name, sha256 }))
    }
  }
}
