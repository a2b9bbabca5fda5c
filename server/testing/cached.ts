import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { glob, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/**
 * Returns a folder of `.cache` that `fill` fills once for each state of the files that match `sources`. It is filled under
 * another name and renamed, so that test files that begin together never see half of one.
 */
export async function cached(
  name: string,
  sources: string[],
  fill: (folder: string) => Promise<unknown>,
): Promise<string> {
  const sum = createHash('sha256')
  const files = await Array.fromAsync(glob(sources, { cwd: root }))
  for (const file of files.sort()) sum.update(file).update(await readFile(join(root, file)))
  const folder = join(root, '.cache', `${name}-${sum.digest('hex').slice(0, 16)}`)
  if (existsSync(folder)) return folder
  await mkdir(join(root, '.cache'), { recursive: true })
  const unfinished = await mkdtemp(join(root, '.cache', 'making-'))
  await fill(unfinished)
  // Another process may have been faster.
  await rename(unfinished, folder).catch(() => rm(unfinished, { recursive: true }))
  return folder
}
