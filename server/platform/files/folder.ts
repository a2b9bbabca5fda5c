import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { reachDisk } from './reach-disk.ts'
import { FileMissingError, type FileStore, FileStoreError } from './store.ts'

/** Follows the key of a file until it is complete. */
const unfinished = '.unfinished'

/** Keeps files in a folder, which the first file creates. */
export function openFolderStore(folder: string): FileStore {
  const pathOf = (key: string) => join(folder, key)
  /** Those that have reached the disk, since this process has a file in them. */
  const durable = new Set<string>()
  return {
    address: folder,
    folder,
    async put(key, content) {
      const path = pathOf(key)
      const shard = dirname(path)
      try {
        const isNew = await mkdir(shard, { recursive: true, mode: 0o700 })
        {
          await using file = await open(path + unfinished, 'w', 0o600)
          await file.writeFile(content)
          await file.sync()
        }
        await rename(path + unfinished, path)
        await reachDisk(isNew === undefined && durable.has(shard) ? [shard] : [shard, folder])
        durable.add(shard)
      } catch (error) {
        await rm(path + unfinished, { force: true }).catch(() => {})
        throw troubleOf(error, folder)
      }
    },
    async get(key, range) {
      // Opened here, so that a missing file throws before anything is sent.
      const file = await open(pathOf(key)).catch((error) => {
        throw error.code === 'ENOENT' ? new FileMissingError(key) : troubleOf(error, folder)
      })
      return file.createReadStream(range)
    },
    sizeOf: (key) => stat(pathOf(key)).then(({ size }) => size, unlessMissing(folder, null)),
    remove: (key) =>
      rm(pathOf(key), { force: true }).catch((error) => {
        throw troubleOf(error, folder)
      }),
    async *list(name) {
      const names = await namesIn(name)
      if (names.length > 0) yield names.map((file) => `${name}/${file}`)
    },
    async removeUnfinished(before) {
      for (const shard of await readdir(folder).catch(unlessMissing(folder, []))) {
        for (const name of await readdir(pathOf(shard)).catch(() => [])) {
          const path = join(folder, shard, name)
          if (!name.endsWith(unfinished)) continue
          const found = await stat(path).catch(unlessMissing(folder, null))
          if (found && found.mtimeMs < before) await rm(path, { force: true })
        }
      }
    },
  }

  async function namesIn(name: string): Promise<string[]> {
    const names = await readdir(pathOf(name)).catch(unlessMissing(folder, []))
    return names.filter((file) => !file.endsWith(unfinished)).sort()
  }
}

/** Replaces the error for a missing file or folder with a value. */
function unlessMissing<Value>(folder: string, value: Value): (error: NodeJS.ErrnoException) => Value {
  return (error) => {
    if (error.code === 'ENOENT') return value
    throw troubleOf(error, folder)
  }
}

const troubleOf = (error: unknown, folder: string): FileStoreError =>
  new FileStoreError(`The files in ${folder} cannot be used: ${(error as Error).message}`, { cause: error })
