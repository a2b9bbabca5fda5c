import { access, chmod, constants, lstat, mkdir, readdir, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'

/** The data folder belongs to another user, who could replace what is in it. The message is for the operator. */
export class ForeignFolderError extends Error {
  override name = 'ForeignFolderError'

  constructor(folder: string, owner: number) {
    super(
      `The data folder ${resolve(folder)} belongs to the user with id ${owner}. ` +
        'Run Aerie as that user, or set DATA_DIR to another folder.',
    )
  }
}

/** What the server keeps in its folder, and how deep it may have been created for others. Uploads never were. */
const own: Record<string, number> = { postgres: Number.POSITIVE_INFINITY, files: 1, secret: 0, lock: 0 }

/**
 * Creates the data folder, or takes an existing one away from other users: like PostgreSQL, the server reads and writes
 * only what nobody else can. From then on, this process creates files for its own user only.
 * @throws ForeignFolderError, or an error with a code if the folder is not writable
 */
export async function openFolder(folder: string): Promise<void> {
  process.umask(0o077)
  await mkdir(folder, { recursive: true })
  const { uid } = await stat(folder)
  // Windows has no user ids.
  if (process.getuid && uid !== process.getuid()) throw new ForeignFolderError(folder, uid)
  await access(folder, constants.W_OK)
  await chmod(folder, 0o700)
  for (const [name, depth] of Object.entries(own)) await tighten(join(folder, name), depth)
}

/** Takes the permissions of others away from a file, or from a folder and what is in it. Links are left alone. */
async function tighten(path: string, depth: number): Promise<void> {
  const found = await lstat(path).catch((error) => {
    if (error.code !== 'ENOENT') throw error
    return null
  })
  if (!found || found.isSymbolicLink()) return
  const others = found.mode & 0o077
  if (others) await chmod(path, found.mode & 0o700)
  if (!found.isDirectory() || depth === 0) return
  for (const name of await readdir(path)) await tighten(join(path, name), depth - 1)
}
