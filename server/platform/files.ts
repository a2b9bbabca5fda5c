import type { Readable } from 'node:stream'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'

/** The files that people uploaded, apart from the database. A key is written once and never changes. */
export interface Files {
  /** Moves a file of this machine into the store, under a key that nothing has. */
  add(key: string, path: string): Promise<void>
  /** @throws Error where there is none. */
  read(key: string): Promise<Readable>
  /** @throws Error where there is none. */
  readWhole(key: string): Promise<Uint8Array>
  /** Those that are not there are passed over. */
  remove(keys: string[]): Promise<void>
}

/** Keeps files in a folder. */
export function openFiles(folder: string): Files {
  const disk = new Disk(new FSDriver({ location: folder, visibility: 'private' }))
  return {
    add: (key, path) => disk.moveFromFs(path, key),
    read: (key) => disk.getStream(key),
    readWhole: (key) => disk.getBytes(key),
    async remove(keys) {
      await Promise.all(keys.map((key) => disk.delete(key)))
    },
  }
}
