import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type Client, createClient } from '#client'
import { createBackup, listBackups } from '#contract'
import { type Database, openDatabase } from '#database'
import { signInHeaders, testSecret } from '#testing'
import { inherited } from '../server/testing/environment.ts'
import type { Installation } from './installation.ts'

/** Returns a client with a session: no key may create a backup. */
export async function ownerOf({ url }: Installation): Promise<Client> {
  return createClient({ baseUrl: url, headers: await signInHeaders(url, 'owner@aerie.test') })
}

/** Creates a backup, and returns it when it has succeeded. */
export async function backUp(owner: Client) {
  const { id } = await connected(() => owner.call(createBackup))
  await finished(owner)
  const made = (await connected(() => owner.call(listBackups))).data.find((backup) => backup.id === id)
  assert.equal(made?.status, 'succeeded', made?.error ?? '')
  return made!
}

/** Waits until no backup is queued or running, after the first. On a saturated machine, the server comes first, so a backup has no limit. */
export async function finished(owner: Client): Promise<void> {
  for (;;) {
    const { data } = await connected(() => owner.call(listBackups))
    if (data.length > 0 && data.every(({ finishedAt }) => finishedAt !== null)) return
    await wait(200)
  }
}

/** Calls again if the server had just closed the idle connection. */
export async function connected<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return call()
  }
}

/** Restores a backup to a new folder and verifies it with the commands. Returns what `look` does with its database. */
export async function restoreAndVerify<T>(
  archive: string,
  dataDir: string,
  look: (pool: Database['pool']) => Promise<T>,
): Promise<T> {
  const run = promisify(execFile)
  const env = { ...inherited, SECRET: testSecret, DATA_DIR: dataDir }
  const program = join(import.meta.dirname, '../server/aerie.ts')
  await run(process.execPath, [program, 'restore', '--from', archive], { env })
  await run(process.execPath, [program, 'verify', '--files'], { env })
  const db = await openDatabase({ url: undefined, dataDir, poolSize: 1 })
  try {
    return await look(db.pool)
  } finally {
    await db.close()
    await rm(dataDir, { recursive: true })
  }
}
