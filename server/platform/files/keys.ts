import { newId } from '../ids.ts'
import type { FileStore } from './store.ts'

/** Files are spread over 256 folders by the last two digits of their UUIDv7, which are random. */
export function newKey(): string {
  const id = newId()
  return `${id.slice(-2)}/${id}`
}

/** The folders of files in a store. */
export const shards = Array.from({ length: 256 }, (_, n) => n.toString(16).padStart(2, '0'))

/** Returns whether this is the key of an uploaded file. */
export const isKey = (key: string): boolean => /^[\da-f]{2}\/[\da-f-]{36}$/.test(key)

/** Returns when a key was created, in milliseconds since 1970; Infinity for other files. */
export const writtenAt = (key: string): number =>
  isKey(key) ? Number.parseInt(key.slice(3).replace('-', '').slice(0, 12), 16) : Infinity

/** Returns whether a store has any uploaded file. */
export async function hasFiles(store: FileStore): Promise<boolean> {
  for (const shard of shards) for await (const keys of store.list(shard)) if (keys.some(isKey)) return true
  return false
}
