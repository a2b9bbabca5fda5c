import type { Readable } from 'node:stream'

/** The first and the last byte, counted from 0. Without `end`, up to the end of the file. */
export interface Range {
  start: number
  end?: number
}

/** Where files are kept. All methods throw `FileStoreError` if it does not work, and can be retried. */
export interface FileStore {
  /** Its address without credentials. */
  readonly address: string
  /** The folder, if it is one. Its files can be linked. */
  readonly folder?: string
  /**
   * Writes a file, or replaces it. When this resolves, the store holds exactly this content and survives a power cut.
   * Until then, the file does not exist under its key; if `content` throws, it never does.
   */
  put(key: string, content: AsyncIterable<Buffer>): Promise<void>
  /** Streams a file. @throws FileMissingError */
  get(key: string, range?: Range): Promise<Readable>
  /** Returns the size in bytes, or null if the file does not exist. */
  sizeOf(key: string): Promise<number | null>
  /** Removes a file. A missing one is skipped. */
  remove(key: string): Promise<void>
  /** Lists the files in a folder of the store, ordered by key, some hundred at a time. */
  list(folder: string): AsyncIterable<string[]>
  /** Removes what writes that began before this time (milliseconds since 1970) left behind without completing. */
  removeUnfinished(before: number): Promise<void>
}

/** The store works and has no file with this key. */
export class FileMissingError extends Error {
  override name = 'FileMissingError'

  constructor(key: string) {
    super(`The file ${key} is missing.`)
  }
}

/** The store does not work. The message is for the operator. */
export class FileStoreError extends Error {
  override name = 'FileStoreError'
}

/** Returns the whole content of a small file, or null if it does not exist. */
export async function readText(store: FileStore, key: string): Promise<string | null> {
  try {
    return Buffer.concat(await Array.fromAsync<Buffer>(await store.get(key))).toString()
  } catch (error) {
    if (error instanceof FileMissingError) return null
    throw error
  }
}

/** Writes a small file. */
export const writeText = (store: FileStore, key: string, content: string): Promise<void> =>
  store.put(key, chunkOf(content))

export async function* chunkOf(content: string): AsyncGenerator<Buffer> {
  yield Buffer.from(content)
}
