import { readdir, realpath, stat } from 'node:fs/promises'
import { basename, join, normalize, sep } from 'node:path'

/** A file to send, or what is in its way. */
export interface Found {
  /** As it was typed, or below the folder that was. */
  path: string
  bytes: number
  wrong?: string
}

/**
 * The files that were named, and with `recursive` those in folders, each once, in the order of their names. What begins
 * with a dot is passed over in folders.
 */
export async function findFiles(paths: readonly string[], recursive: boolean): Promise<Found[]> {
  const found = new Map<string, Found>()
  for (const path of paths) {
    for await (const file of below(normalize(path), recursive)) found.set(file.path, file)
  }
  return [...found.values()]
}

/** @param within the folders that this is in, wherever links led to them */
async function* below(
  path: string,
  recursive: boolean,
  within: readonly string[] = [],
): AsyncGenerator<Found> {
  try {
    const { size, isFile, isFolder } = await look(path)
    if (isFile) yield { path, bytes: size }
    else if (!isFolder) yield { path, bytes: 0, wrong: 'is neither a file nor a folder' }
    else if (!recursive) yield { path, bytes: 0, wrong: 'is a folder; --recursive sends what is in it' }
    else {
      const folder = await realpath(path)
      // A link back up holds nothing that is not found already.
      if (within.includes(folder)) return
      const names = (await readdir(path)).filter((name) => !name.startsWith('.')).sort()
      for (const name of names) yield* below(join(path, name), recursive, [...within, folder])
    }
  } catch (error) {
    yield { path, bytes: 0, wrong: whyOf(error) }
  }
}

async function look(path: string) {
  const stats = await stat(path)
  return { size: stats.size, isFile: stats.isFile(), isFolder: stats.isDirectory() }
}

const reasons: Record<string, string> = {
  ENOENT: 'is not there',
  EACCES: 'may not be read',
  EPERM: 'may not be read',
  ELOOP: 'is a link that leads nowhere',
}

/** Why a file cannot be read, as the end of a sentence. */
export function whyOf(error: unknown): string {
  const { code = '', message, path } = error as NodeJS.ErrnoException
  // Node reads names as UTF-8, and what is none with this mark, under which the file is not found again.
  if (code === 'ENOENT' && path?.includes('\uFFFD')) return 'has a name that is not UTF-8'
  return reasons[code] ?? `cannot be read: ${message}`
}

/** What a file is known by at the server, on every machine alike. */
export const externalIdOf = (path: string, from: 'path' | 'name'): string =>
  from === 'name' ? basename(path) : path.split(sep).join('/')
