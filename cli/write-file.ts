import { rename, rm, writeFile } from 'node:fs/promises'

/** Writes a file that is never seen half written, and is on disk when the promise resolves. */
export async function writeAtomically(path: string, text: string, mode = 0o666): Promise<void> {
  const temporary = `${path}.${process.pid}`
  try {
    await writeFile(temporary, text, { flag: 'wx', mode, flush: true })
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}
