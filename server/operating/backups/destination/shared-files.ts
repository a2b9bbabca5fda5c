import { createHash } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { reachDisk } from '#files'
import type { StoredFile } from '../archive/format.ts'
import { syncedEveryBytes } from '../archive/write-archive.ts'
import { BackupError } from '../error.ts'

const chunkBytes = 1024 * 1024
/** The uploaded files of all backups in a folder, each once, named by the SHA-256 of its content. */
export interface SharedFiles {
  /**
   * Adds a file, which `read` opens, unless a file with this content is there. Of those, each is read about once a week
   * and written again if it is damaged.
   * @throws BackupError if it does not have this content
   */
  add(file: StoredFile, read: () => Promise<AsyncIterable<Buffer>>): Promise<void>
  /** How many bytes `add` wrote. */
  readonly writtenBytes: number
  /** After this, all added files survive a power cut. */
  reachDisk(): Promise<void>
}

/** Returns where a folder of backups keeps the file with this content. */
export const sharedPath = (folder: string, sha256: string): string =>
  join(folder, 'files', sha256.slice(0, 2), sha256)

/** Returns whether a file is among the seventh of all files that is read today. */
function isDue(sha256: string): boolean {
  const today = Math.floor(Date.now() / 86_400_000)
  return Number.parseInt(sha256.slice(0, 8), 16) % 7 === today % 7
}

export function openSharedFiles(folder: string): SharedFiles {
  const folders = new Set<string>()
  let writtenBytes = 0
  return {
    async add([key, bytes, sha256], read) {
      const path = sharedPath(folder, sha256)
      const found = await stat(path).catch(() => undefined)
      if (found?.size === bytes && (!isDue(sha256) || (await sumOfFile(path)) === sha256)) return
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      const unfinished = `${path}.unfinished`
      await writeFile(withChecksum(await read(), { name: `The file ${key}`, sha256 }), unfinished)
      // Reads it again: what counts is what arrived.
      if ((await sumOfFile(unfinished)) !== sha256)
        throw new BackupError(`${path} could not be written correctly.`)
      await rename(unfinished, path)
      writtenBytes += bytes
      folders.add(dirname(path))
    },
    get writtenBytes() {
      return writtenBytes
    },
    async reachDisk() {
      if (folders.size > 0) await reachDisk([...folders, join(folder, 'files'), folder])
      folders.clear()
    },
  }
}

/** Passes content on, and in the end compares its checksum. @throws BackupError if it has another one */
export async function* withChecksum(
  content: AsyncIterable<Buffer>,
  { name, sha256 }: { name: string; sha256: string },
): AsyncGenerator<Buffer> {
  const sum = createHash('sha256')
  for await (const chunk of content) {
    sum.update(chunk)
    yield chunk
  }
  if (sum.digest('hex') !== sha256) throw new BackupError(`${name} is damaged: its checksum does not match.`)
}

/** Writes content to a file and syncs it to the disk. */
async function writeFile(content: AsyncIterable<Buffer>, target: string): Promise<void> {
  await using file = await open(target, 'w', 0o600)
  let unsynced = 0
  for await (const chunk of content) {
    await file.write(chunk)
    unsynced += chunk.length
    if (unsynced < syncedEveryBytes) continue
    await file.datasync()
    unsynced = 0
  }
  await file.sync()
}

/** Returns the SHA-256 of a file, in hexadecimal. */
export async function sumOfFile(path: string): Promise<string> {
  const sum = createHash('sha256')
  for await (const chunk of chunksOf(path)) sum.update(chunk)
  return sum.digest('hex')
}

/** Removes the contents that are not among these, and what an interrupted backup left. Other files stay. */
export async function removeOthers(folder: string, isKept: (sha256: string) => boolean): Promise<void> {
  const files = join(folder, 'files')
  for (const shard of await readdir(files).catch(() => [])) {
    for (const name of await readdir(join(files, shard)))
      if (/^[0-9a-f]{64}(\.unfinished)?$/.test(name) && !isKept(name))
        await rm(join(files, shard, name), { force: true })
  }
}

/** Reads a file. The chunks share one buffer: use each before the next. */
export async function* chunksOf(path: string): AsyncGenerator<Buffer> {
  await using file = await open(path)
  const buffer = Buffer.allocUnsafe(chunkBytes)
  for (;;) {
    const { bytesRead } = await file.read(buffer, 0, chunkBytes)
    if (bytesRead === 0) return
    yield buffer.subarray(0, bytesRead)
  }
}
