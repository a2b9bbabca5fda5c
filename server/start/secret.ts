import { randomBytes } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError } from '#config'
import type { Secret } from '#platform'
import { readSecretList } from './secret-list.ts'

/** Returns the secrets of an installation with the embedded database. The first start creates one with mode 0600. */
export async function readOrCreateSecret(dataDir: string): Promise<string[]> {
  const found = await readSecret(dataDir)
  if (found !== null) return found
  const secret = randomBytes(32).toString('hex')
  // Written under another name first, so that a full disk never leaves half a secret.
  const draft = `${secretFile(dataDir)}.new`
  await writeFile(draft, `${secret}\n`, { mode: 0o600, flush: true })
  await rename(draft, secretFile(dataDir))
  return [secret]
}

/** Returns the secrets stored in the folder, or null. @throws ConfigError if the file is incomplete or wrong */
export async function readSecret(dataDir: string): Promise<string[] | null> {
  const file = secretFile(dataDir)
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return null
  }
  try {
    return readSecretList(text.trim())
  } catch (error) {
    throw new ConfigError(
      `${file}: ${(error as Error).message}. If it is incomplete, restore it from your copy.`,
    )
  }
}

const secretFile = (dataDir: string): string => join(dataDir, 'secret')

/** Returns the setup code. It is the same on all nodes and cannot be computed without the secret. */
export function setupCodeOf(secret: Secret): string {
  const digits = secret.key('aerie setup code').toString('hex').slice(0, 12)
  return digits.replace(/(.{4})(?=.)/g, '$1-')
}
