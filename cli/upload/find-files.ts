import { readdir, realpath, stat } from 'node:fs/promises'
import { basename, join, normalize, sep } from 'node:path'
import { own } from '#rules/own'

/** A file to upload, or the reason it cannot be. */
export interface FoundFile {
  /** As typed, or inside a typed folder. */
  path: string
  bytes: number
  problem?: string
}

/** Returns the named files and, if `recursive`, those in named folders, each once and sorted. Skips hidden files in folders. */
export async function findFiles(paths: readonly string[], recursive: boolean): Promise<FoundFile[]> {
  const found = new Map<string, FoundFile>()
  for (const path of paths) {
    for await (const file of below(normalize(path), recursive)) found.set(file.path, file)
  }
  return [...found.values()]
}

/** @param within real paths of the folders that contain this one */
async function* below(
  path: string,
  recursive: boolean,
  within: readonly string[] = [],
): AsyncGenerator<FoundFile> {
  try {
    const { size, isFile, isFolder } = await look(path)
    if (isFile) yield { path, bytes: size }
    else if (!isFolder) yield { path, bytes: 0, problem: 'is neither a file nor a folder' }
    else if (!recursive) yield { path, bytes: 0, problem: 'is a folder; use --recursive to upload its files' }
    else {
      const folder = await realpath(path)
      // A link to a parent folder contains nothing new.
      if (within.includes(folder)) return
      const names = (await readdir(path)).filter((name) => !name.startsWith('.')).sort()
      for (const name of names) yield* below(join(path, name), recursive, [...within, folder])
    }
  } catch (error) {
    yield { path, bytes: 0, problem: reasonOf(error) }
  }
}

async function look(path: string) {
  const stats = await stat(path)
  return { size: stats.size, isFile: stats.isFile(), isFolder: stats.isDirectory() }
}

const reasons: Record<string, string> = {
  ENOENT: 'does not exist',
  EACCES: 'cannot be read: permission denied',
  EPERM: 'cannot be read: permission denied',
  ELOOP: 'is a link to itself',
}

/** Returns why a file cannot be read, as the end of a sentence. */
export function reasonOf(error: unknown): string {
  const { code = '', message, path } = error as NodeJS.ErrnoException
  // Node decodes names as UTF-8 with replacement characters, and does not find such a file again.
  if (code === 'ENOENT' && path?.includes('\uFFFD')) return 'has a name that is not UTF-8'
  return own(reasons, code) ?? `cannot be read: ${message}`
}

/** Returns the external id of a file, the same on every platform. */
export const externalIdOf = (path: string, from: 'path' | 'name'): string =>
  from === 'name' ? basename(path) : path.split(sep).join('/')
