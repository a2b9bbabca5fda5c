import { chmod, mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { environment } from './environment.ts'
import { Failure, UsageError } from './failure.ts'
import { writeAtomically } from './write-file.ts'

export const settingsFile = join(environment.configFolder, 'config.json')

const settings = z.object({ url: z.string(), apiKey: z.string() })
/** Settings saved by `aerie login`: the server's address and the API key for it. */
export type Settings = z.output<typeof settings>

/** @throws UsageError if other users can read the file, or if it is damaged */
export async function readSettings(): Promise<Settings | undefined> {
  await using file = await open(settingsFile, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw new Failure(`${settingsFile} cannot be read: ${error.message}`)
  })
  if (!file) return undefined
  const { mode, uid } = await file.stat()
  const isOurs = process.getuid === undefined || process.getuid() === uid
  if (process.platform !== 'win32' && ((mode & 0o077) !== 0 || !isOurs)) {
    throw new UsageError(
      `${settingsFile} holds your API key, but other users can read or change it. Run: chmod 600 ${settingsFile}`,
    )
  }
  return parsed(await file.readFile('utf8'))
}

function parsed(text: string): Settings {
  try {
    return settings.parse(JSON.parse(text))
  } catch {
    throw new UsageError(`${settingsFile} is damaged. Run: aerie login`)
  }
}

/** Saves the settings, readable only by this user. */
export async function writeSettings(value: Settings): Promise<void> {
  await mkdir(environment.configFolder, { recursive: true, mode: 0o700 })
  await chmod(environment.configFolder, 0o700)
  await writeAtomically(settingsFile, `${JSON.stringify(value, null, 2)}\n`, 0o600)
}

/** Removes the settings. Returns whether there were any. */
export async function removeSettings(): Promise<boolean> {
  try {
    await rm(settingsFile)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}
