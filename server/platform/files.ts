import { createHash } from 'node:crypto'
import { access, constants, mkdir, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import { busy } from './database/retrying.ts'
import { newId } from './ids.ts'

/** A file in the store. */
export interface Stored {
  /** By which the store knows it. It is written once and never changes. */
  key: string
  bytes: number
  /** SHA-256 of its content, in hexadecimal. */
  sha256: string
}

/** The files that people uploaded, apart from the database. */
export interface Files {
  /**
   * Writes a new file, which is on the disk when this resolves.
   * @throws what `content` throws, leaving nothing behind; Refusal `busy` where it cannot be written.
   */
  write(content: AsyncIterable<Buffer> | string): Promise<Stored>
  /** Gives all of it, also where it is removed meanwhile. @throws Error where there is none */
  read(key: string): Promise<Readable>
  /** @throws Error where there is none. */
  readWhole(key: string): Promise<Uint8Array>
  /** In bytes; null where there is none. */
  sizeOf(key: string): Promise<number | null>
  /** What was written before that time, in milliseconds since 1970, some hundred keys at a time. */
  writtenBefore(time: number): AsyncIterable<string[]>
  /** Those that are not there are passed over. */
  remove(keys: string[]): Promise<void>
  /**
   * Removes what was written more than a day ago and nothing refers to, which a crash left behind.
   * @param referred which of some keys (up to a few thousand) something refers to
   */
  sweep(referred: (keys: string[]) => Promise<Iterable<string>>): Promise<void>
  /** What was written so far. */
  readonly written: { files: number; bytes: number }
}

const sweptAfterMs = 24 * 60 * 60 * 1000

/** Makes the folder that is the server's own where it is missing. @throws Error with a code where it cannot be written. */
export async function openFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await access(folder, constants.W_OK)
}

/** Keeps files in a folder, which comes to be with the first of them. */
export function openFiles(folder: string): Files {
  const disk = new Disk(new FSDriver({ location: folder, visibility: 'private' }))
  const written = { files: 0, bytes: 0 }
  const remove = async (keys: string[]) => {
    await Promise.all(keys.map((key) => disk.delete(key)))
  }
  async function* writtenBefore(time: number) {
    for (const shard of shards) {
      const { objects } = await disk.listAll(shard)
      const old = [...objects].map(keyOf).filter((key) => writtenAt(key) < time)
      if (old.length > 0) yield old
    }
  }

  return {
    async write(content) {
      const key = newKey()
      const counted = count(typeof content === 'string' ? [Buffer.from(content)] : content)
      try {
        await mkdir(dirname(join(folder, key)), { recursive: true, mode: 0o700 })
        await disk.putStream(key, Readable.from(counted.chunks, { objectMode: false }))
        if (!counted.error) await reachDisk(folder, key)
      } catch (error) {
        await remove([key]).catch(() => {})
        throw busy(error)
      }
      if (counted.error) {
        await remove([key])
        throw counted.error
      }
      written.files++
      written.bytes += counted.bytes
      return { key, bytes: counted.bytes, sha256: counted.sum.digest('hex') }
    },
    async read(key) {
      const handle = await open(join(folder, key))
      return handle.createReadStream()
    },
    readWhole: async (key) => buffer(await disk.getStream(key)),
    async sizeOf(key) {
      return (await disk.exists(key)) ? (await disk.getMetaData(key)).contentLength : null
    },
    writtenBefore,
    remove,
    async sweep(referred) {
      for await (const old of writtenBefore(Date.now() - sweptAfterMs)) {
        const kept = new Set(await referred(old))
        await remove(old.filter((key) => !kept.has(key)))
      }
    },
    written,
  }
}

/** Files are spread over 256 folders, by the last two digits of their UUIDv7, which are random; its first ones are the time. */
function newKey(): string {
  const id = newId()
  return `${id.slice(-2)}/${id}`
}

const shards = Array.from({ length: 256 }, (_, n) => n.toString(16).padStart(2, '0'))
const keyOf = (object: object): string => ('key' in object ? String(object.key) : '')
/** Milliseconds since 1970; what is not a key of ours is never old. */
const writtenAt = (key: string): number =>
  /^[\da-f]{2}\/[\da-f-]{36}$/.test(key)
    ? Number.parseInt(key.slice(3).replace('-', '').slice(0, 12), 16)
    : Infinity

/** Hashes and counts what goes through. An error ends it early and is kept, so that no half-closed file is in the way. */
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

/** A file survives a power cut once it and the names that lead to it have reached the disk. */
async function reachDisk(folder: string, key: string): Promise<void> {
  for (const path of [join(folder, key), dirname(join(folder, key)), folder]) {
    const handle = await open(path)
    await handle.sync().finally(() => handle.close())
  }
}
