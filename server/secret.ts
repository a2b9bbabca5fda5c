import { createHmac, randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The secret of an installation with the embedded database: made at the first start, for this folder's owner only. */
export async function readOrMakeSecret(dataDir: string): Promise<string> {
  const found = await readSecret(dataDir)
  if (found !== null) return found
  const secret = randomBytes(32).toString('hex')
  await writeFile(secretFile(dataDir), `${secret}\n`, { mode: 0o600, flag: 'wx', flush: true })
  return secret
}

/** The secret that a start has left in the folder; null where none has. */
export async function readSecret(dataDir: string): Promise<string | null> {
  try {
    return (await readFile(secretFile(dataDir), 'utf8')).trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return null
  }
}

const secretFile = (dataDir: string): string => join(dataDir, 'secret')

/** The code that set-up asks for: the same on all nodes, of no use to whoever does not know the secret. */
export function setupCodeOf(secret: string): string {
  const digits = createHmac('sha256', secret).update('set-up code').digest('hex').slice(0, 12)
  return digits.replace(/(.{4})(?=.)/g, '$1-')
}
