import { createHmac, randomBytes } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError } from '#config'

/** The secret of an installation with the embedded database: made at the first start, for this folder's owner only. */
export async function readOrMakeSecret(dataDir: string): Promise<string> {
  const found = await readSecret(dataDir)
  if (found !== null) return found
  const secret = randomBytes(32).toString('hex')
  // There as a whole or not at all, also where the disk is full. The folder is this process's alone.
  const draft = `${secretFile(dataDir)}.new`
  await writeFile(draft, `${secret}\n`, { mode: 0o600, flush: true })
  await rename(draft, secretFile(dataDir))
  return secret
}

/** The secret that a start has left in the folder; null where none has. @throws ConfigError where it was cut off. */
export async function readSecret(dataDir: string): Promise<string | null> {
  const file = secretFile(dataDir)
  try {
    const secret = (await readFile(file, 'utf8')).trim()
    if (secret.length >= 32) return secret
    throw new ConfigError(`The secret in ${file} was cut off. Put it back from where you keep a copy.`)
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
