import { createHmac, randomBytes } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError } from '#config'

/** Returns the secret of an installation with the embedded database. The first start creates it with mode 0600. */
export async function readOrCreateSecret(dataDir: string): Promise<string> {
  const found = await readSecret(dataDir)
  if (found !== null) return found
  const secret = randomBytes(32).toString('hex')
  // Written under another name first, so that a full disk never leaves half a secret.
  const draft = `${secretFile(dataDir)}.new`
  await writeFile(draft, `${secret}\n`, { mode: 0o600, flush: true })
  await rename(draft, secretFile(dataDir))
  return secret
}

/** Returns the secret stored in the folder, or null. @throws ConfigError if it is incomplete */
export async function readSecret(dataDir: string): Promise<string | null> {
  const file = secretFile(dataDir)
  try {
    const secret = (await readFile(file, 'utf8')).trim()
    if (secret.length >= 32) return secret
    throw new ConfigError(`The secret in ${file} is incomplete. Restore it from your copy.`)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return null
  }
}

const secretFile = (dataDir: string): string => join(dataDir, 'secret')

/** Returns the setup code. It is the same on all nodes and cannot be computed without the secret. */
export function setupCodeOf(secret: string): string {
  const digits = createHmac('sha256', secret).update('set-up code').digest('hex').slice(0, 12)
  return digits.replace(/(.{4})(?=.)/g, '$1-')
}
