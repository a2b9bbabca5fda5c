import { createHash } from 'node:crypto'
import { mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { busy } from './database/retrying.ts'
import { newId } from './ids.ts'

/** A stored file. */
export interface Stored {
  /** Its name in the store. A key is written once and never changes. */
  key: string
  bytes: number
  /** SHA-256 of its content, in hexadecimal. */
  sha256: string
}

/** Uploaded files, which are not in the database. */
export interface Files {
  /**
   * Writes a new file and syncs it to the disk.
   * @throws what `content` throws, leaving nothing behind; Refusal `busy` if the file cannot be written.
   */
  write(content: AsyncIterable<Buffer> | string): Promise<Stored>
  /** Streams a whole file, even if it is removed meanwhile. @throws Error if it does not exist. */
  read(key: string): Promise<Readable>
  /** Returns the content of a file. @throws Error if it does not exist. */
  readWhole(key: string): Promise<Uint8Array>
  /** Returns the size in bytes, or null if the file does not exist. */
  sizeOf(key: string): Promise<number | null>
  /** Lists files written before `time` (milliseconds since 1970), some hundred keys at a time. */
  writtenBefore(time: number): AsyncIterable<string[]>
  /** Removes files. Missing ones are skipped. */
  remove(keys: string[]): Promise<void>
  /** Lets removals wait until the returned function is called. If the process ends first, `sweep` removes the files. */
  holdRemovals(): () => Promise<void>
  /**
   * Removes unreferenced files that are more than a day old, which a crash left behind.
   * @param referred returns which of the given keys (up to a few thousand) are referenced
   */
  sweep(referred: (keys: string[]) => Promise<Iterable<string>>): Promise<void>
  /** Totals since the start. */
  readonly written: { files: number; bytes: number }
}

const sweptAfterMs = 24 * 60 * 60 * 1000

/** Stores files in a folder, which the first file creates. */
export function openFiles(folder: string): Files {
  const pathOf = (key: string) => join(folder, key)
  const written = { files: 0, bytes: 0 }
  const removeNow = async (keys: string[]) => {
    await Promise.all(keys.map((key) => rm(pathOf(key), { force: true })))
  }
  let held: string[] | undefined
  const remove = async (keys: string[]) => {
    if (held) held.push(...keys)
    else await removeNow(keys)
  }
  async function* writtenBefore(time: number) {
    for (const shard of shards) {
      const names = await readdir(join(folder, shard)).catch(unlessMissing(() => []))
      const old = names.map((name) => `${shard}/${name}`).filter((key) => writtenAt(key) < time)
      if (old.length > 0) yield old
    }
  }

  return {
    async write(content) {
      const key = newKey()
      const counted = count(typeof content === 'string' ? [Buffer.from(content)] : content)
      try {
        await mkdir(dirname(pathOf(key)), { recursive: true, mode: 0o700 })
        await using file = await open(pathOf(key), 'wx', 0o600)
        await file.writeFile(counted.chunks)
        if (!counted.error) await reachDisk([pathOf(key), dirname(pathOf(key)), folder])
      } catch (error) {
        await removeNow([key]).catch(() => {})
        throw busy(error)
      }
      if (counted.error) {
        await removeNow([key])
        throw counted.error
      }
      written.files++
      written.bytes += counted.bytes
      return { key, bytes: counted.bytes, sha256: counted.sum.digest('hex') }
    },
    async read(key) {
      // Opened here, so that a missing file throws before anything is sent.
      const file = await open(pathOf(key))
      return file.createReadStream()
    },
    readWhole: (key) => readFile(pathOf(key)),
    sizeOf: (key) =>
      stat(pathOf(key)).then(
        ({ size }) => size,
        unlessMissing(() => null),
      ),
    writtenBefore,
    remove,
    holdRemovals() {
      const keys: string[] = []
      held = keys
      return async () => {
        if (held === keys) held = undefined
        await removeNow(keys)
      }
    },
    async sweep(referred) {
      for await (const old of writtenBefore(Date.now() - sweptAfterMs)) {
        const kept = new Set(await referred(old))
        await remove(old.filter((key) => !kept.has(key)))
      }
    },
    written,
  }
}

/** Replaces the error for a missing file or folder with a value. */
function unlessMissing<Value>(value: () => Value): (error: NodeJS.ErrnoException) => Value {
  return (error) => {
    if (error.code !== 'ENOENT') throw error
    return value()
  }
}

/** Files are spread over 256 folders by the last two digits of their UUIDv7, which are random. */
function newKey(): string {
  const id = newId()
  return `${id.slice(-2)}/${id}`
}

const shards = Array.from({ length: 256 }, (_, n) => n.toString(16).padStart(2, '0'))
/** Returns when a key was created, in milliseconds since 1970; Infinity for other files. */
const writtenAt = (key: string): number =>
  /^[\da-f]{2}\/[\da-f-]{36}$/.test(key)
    ? Number.parseInt(key.slice(3).replace('-', '').slice(0, 12), 16)
    : Infinity

/** Hashes and counts the chunks. An error ends them early and is kept, to tell it from errors of writing. */
function count(content: Iterable<Buffer> | AsyncIterable<Buffer>) {
  const counted = { chunks: pass(), bytes: 0, sum: createHash('sha256'), error: undefined as unknown }
  return counted

  async function* pass() {
    try {
      for await (const chunk of content) {
        counted.bytes += chunk.length
        counted.sum.update(chunk)
        yield chunk
      }
    } catch (error) {
      counted.error = error
    }
  }
}

/** A file survives a power cut once it and the folders that lead to it have reached the disk. */
export async function reachDisk(paths: string[]): Promise<void> {
  for (const path of paths) {
    await using handle = await open(path)
    await handle.sync()
  }
}
