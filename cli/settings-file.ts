import { chmod, mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { environment } from './environment.ts'
import { Failure, UsageError } from './failure.ts'

/** What `aerie login` keeps: where the server is, and the key for it. */
export interface Settings {
  url: string
  apiKey: string
}

export const settingsFile = join(environment.configFolder, 'config.json')

const settings = z.object({ url: z.string(), apiKey: z.string() })

/** @throws UsageError where others can read the file, or it is no such file. */
export async function readSettings(): Promise<Settings | undefined> {
  const file = await open(settingsFile, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw new Failure(`${settingsFile} cannot be read: ${error.message}`)
  })
  if (!file) return undefined
  try {
    const { mode, uid } = await file.stat()
    const isOurs = process.getuid === undefined || process.getuid() === uid
    if (process.platform !== 'win32' && ((mode & 0o077) !== 0 || !isOurs)) {
      throw new UsageError(
        `${settingsFile} holds your key, and others can read it or change it. Make it yours alone with: chmod 600 ${settingsFile}`,
      )
    }
    return parsed(await file.readFile('utf8'))
  } finally {
    await file.close()
  }
}

function parsed(text: string): Settings {
  try {
    return settings.parse(JSON.parse(text))
  } catch {
    throw new UsageError(`${settingsFile} is damaged. Write it anew with: aerie login`)
  }
}

/** Never to be seen half written, nor by others. */
export async function writeSettings(value: Settings): Promise<void> {
  await mkdir(environment.configFolder, { recursive: true, mode: 0o700 })
  await chmod(environment.configFolder, 0o700)
  const beside = `${settingsFile}.${process.pid}`
  try {
    await writeFile(beside, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
    await rename(beside, settingsFile)
  } catch (error) {
    await rm(beside, { force: true })
    throw error
  }
}

/** Whether there was one. */
export async function removeSettings(): Promise<boolean> {
  try {
    await rm(settingsFile)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}
