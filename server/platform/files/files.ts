import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Transaction } from '../database/database.ts'
import type { Log } from '../log.ts'
import { createOutageLog } from '../outage-log.ts'
import { busy } from '../refusal.ts'
import { isKey, newKey, shards, writtenAt } from './keys.ts'
import { ForeignStoreError, type Storage } from './storage.ts'
import { chunkOf, FileMissingError, type FileStore, type Range } from './store.ts'

/** A stored file. */
export interface Stored {
  /** Its name in the store. A key is written once and never changes. */
  key: string
  bytes: number
  /** SHA-256 of its content, in hexadecimal. */
  sha256: string
}

/** A file that no transaction refers to yet. */
export interface NewFile extends Stored {
  /**
   * Call it in a transaction that refers to the file, before its other statements.
   * @throws Refusal `busy` if files are being moved away from the store that it was written to
   */
  confirm(tx: Transaction): Promise<void>
}

/**
 * Uploaded files, which are not in the database. All methods throw Refusal `busy` if they cannot be written or read at the
 * moment.
 */
export interface Files {
  /**
   * Writes a new file. When this resolves, it survives a power cut.
   * @throws what `content` throws, leaving nothing behind
   */
  write(content: AsyncIterable<Buffer> | string): Promise<NewFile>
  /** Streams a file or a range of it, even if it is removed meanwhile. @throws FileMissingError */
  read(key: string, range?: Range): Promise<Readable>
  /** Returns the size in bytes, or null if the file does not exist. */
  sizeOf(key: string): Promise<number | null>
  /** Returns the folder with all files, or null if they are not in one folder. */
  folder(): Promise<string | null>
  /** Lists files written before `time` (milliseconds since 1970), some hundred keys at a time. */
  writtenBefore(time: number): AsyncIterable<string[]>
  /** Removes files. Missing ones are skipped. */
  remove(keys: string[]): Promise<void>
  /** Lets removals wait until the returned function is called. If the process ends first, `sweep` removes the files. */
  holdRemovals(): () => Promise<void>
  /**
   * Removes unreferenced files and incomplete uploads that are more than a day old, which a crash left behind.
   * @param referred returns which of the given keys (up to a few thousand) are referenced
   */
  sweep(now: number, referred: (keys: string[]) => Promise<Iterable<string>>): Promise<void>
  /** Returns why files cannot be used, for anyone, or null once they could. Later outages are not reported. */
  problem(): Promise<string | null>
  /** Totals since the start. */
  readonly written: { files: number; bytes: number }
}

const foreign = 'FILES is not where the files of this database are.'
const unavailable = 'The file storage cannot be used.'

const sweptAfterMs = 24 * 60 * 60 * 1000
const removedAtOnce = 20

/** @param log for outages; nothing is logged without one */
export const createFiles = (storage: Storage, log?: Log): Files => new FilesOfStorage(storage, log)

class FilesOfStorage implements Files {
  readonly written = { files: 0, bytes: 0 }
  readonly #storage: Storage
  readonly #outage: ReturnType<typeof createOutageLog>
  #held: string[] | undefined

  constructor(storage: Storage, log?: Log) {
    this.#storage = storage
    this.#outage = createOutageLog(log, 'files cannot be used', 'files can be used again')
  }

  async write(content: AsyncIterable<Buffer> | string): Promise<NewFile> {
    const key = newKey()
    const counted = count(typeof content === 'string' ? chunkOf(content) : content)
    const store = await this.#using(async () => {
      const [store] = await this.#storage.present()
      await store.put(key, counted.chunks).catch((error) => {
        if (!counted.failed) throw error
      })
      return store
    })
    if (counted.failed) throw counted.failed.error
    this.written.files++
    this.written.bytes += counted.bytes
    const confirm = async (tx: Transaction) => {
      if (!(await this.#storage.isCurrent(tx, store))) throw busy()
    }
    return { key, bytes: counted.bytes, sha256: counted.sum.digest('hex'), confirm }
  }

  async read(key: string, range?: Range): Promise<Readable> {
    const found = await this.#using(() => this.#find((store) => store.get(key, range).catch(nullIfMissing)))
    if (!found) throw new FileMissingError(key)
    return found
  }

  sizeOf(key: string): Promise<number | null> {
    return this.#using(() => this.#find((store) => store.sizeOf(key)))
  }

  async folder(): Promise<string | null> {
    const [store, ...others] = await this.#using(this.#storage.present)
    return others.length === 0 ? (store.folder ?? null) : null
  }

  async *writtenBefore(time: number): AsyncGenerator<string[]> {
    for (const store of await this.#using(this.#storage.present))
      for (const shard of shards)
        for await (const keys of store.list(shard)) {
          const old = keys.filter((key) => writtenAt(key) < time)
          if (old.length > 0) yield old
          // Keys are ordered by time, so all others are newer.
          if (old.length < keys.filter(isKey).length) break
        }
  }

  async remove(keys: string[]): Promise<void> {
    if (this.#held) this.#held.push(...keys)
    else await this.#removeNow(keys)
  }

  holdRemovals(): () => Promise<void> {
    const keys: string[] = []
    this.#held = keys
    return async () => {
      if (this.#held === keys) this.#held = undefined
      await this.#removeNow(keys)
    }
  }

  async sweep(now: number, referred: (keys: string[]) => Promise<Iterable<string>>): Promise<void> {
    // A clock that is ahead would make the files of running uploads look old.
    const before = Math.min(now, Date.now()) - sweptAfterMs
    await this.#using(async () => {
      for (const store of await this.#storage.present()) await store.removeUnfinished(before)
    })
    for await (const old of this.writtenBefore(before)) {
      const kept = new Set(await referred(old))
      await this.remove(old.filter((key) => !kept.has(key)))
    }
  }

  async problem(): Promise<string | null> {
    try {
      await this.#storage.stores()
      this.#outage.worked()
      return null
    } catch (error) {
      this.#outage.failed(error)
      const what = error instanceof ForeignStoreError ? foreign : unavailable
      return `${what} The log has the details.`
    }
  }

  /** Logs an outage once, and refuses the call that found it. */
  async #using<T>(work: () => Promise<T>): Promise<T> {
    try {
      const result = await work()
      this.#outage.worked()
      return result
    } catch (error) {
      if (error instanceof FileMissingError) throw error
      this.#outage.failed(error)
      throw busy(error)
    }
  }

  /** Finds a file in the first store that has it. One that is moved meanwhile may be in none of those known before. */
  async #find<T>(find: (store: FileStore) => Promise<T | null>): Promise<T | null> {
    for (const storesOf of [this.#storage.stores, this.#storage.present]) {
      const stores = await storesOf()
      for (const store of stores) {
        const found = await find(store)
        if (found !== null) return found
      }
    }
    // A store that lost everything is not a file that is missing.
    for (const store of await this.#storage.stores())
      if (!(await this.#storage.isOurs(store)))
        throw new Error(`${store.address} does not have its files any more.`)
    return null
  }

  async #removeNow(keys: string[]): Promise<void> {
    await this.#using(async () => {
      for (const store of await this.#storage.stores())
        for (let at = 0; at < keys.length; at += removedAtOnce)
          await Promise.all(keys.slice(at, at + removedAtOnce).map((key) => store.remove(key)))
    })
  }
}

function nullIfMissing(error: unknown): null {
  if (error instanceof FileMissingError) return null
  throw error
}

/** Hashes and counts the chunks, and keeps an error of theirs, to tell it from errors of writing. */
export function count(content: AsyncIterable<Buffer>) {
  const counted = {
    chunks: pass(),
    bytes: 0,
    sum: createHash('sha256'),
    failed: undefined as { error: unknown } | undefined,
  }
  return counted

  async function* pass() {
    try {
      for await (const chunk of content) {
        counted.bytes += chunk.length
        counted.sum.update(chunk)
        yield chunk
      }
    } catch (error) {
      counted.failed = { error }
      throw error
    }
  }
}
