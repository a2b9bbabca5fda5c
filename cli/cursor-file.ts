import { open, readFile, rename, rm } from 'node:fs/promises'
import { Failure } from './failure.ts'

/** Where reading stood the last time; undefined where there was none. */
export async function readCursor(path: string): Promise<string | undefined> {
  try {
    return (await readFile(path, 'utf8')).trim() || undefined
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new Failure(`${path} cannot be read: ${(error as Error).message}`)
  }
}

/** Never half written, and on the disk when this comes back. */
export async function keepCursor(path: string, cursor: string): Promise<void> {
  const beside = `${path}.${process.pid}`
  try {
    const file = await open(beside, 'w')
    try {
      await file.writeFile(`${cursor}\n`)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(beside, path)
  } catch (error) {
    await rm(beside, { force: true })
    throw new Failure(`${path} cannot be written: ${(error as Error).message}`)
  }
}
