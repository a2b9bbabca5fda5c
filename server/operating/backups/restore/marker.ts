import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { reachDisk } from '#files'
import type { Archive } from '../archive/read-archive.ts'
import { BackupError } from '../error.ts'
import { unlessMissing } from '../unless-missing.ts'

/** Where a restore keeps everything until it is complete, in the data folder. */
export const workIn = (dataDir: string): string => join(dataDir, 'restoring')

/** Identifies a run of a restore, and its archive. */
export interface Restore {
  archive: string
  run: string
}

export const identityOf = ({ beginning, end }: Archive): string =>
  createHash('sha256')
    .update(JSON.stringify([beginning, end]))
    .digest('hex')

/**
 * `ready` is in the work folder from the moment when everything in it is complete, and becomes `restored` in the data
 * folder at the end. That one remains until the data is used.
 */
const readyIn = (dataDir: string): string => join(workIn(dataDir), 'ready')
const restoredIn = (dataDir: string): string => join(dataDir, 'restored')

/** Notes that the work folder is complete, once it has reached the disk. */
export async function noteReady(dataDir: string, restore: Restore): Promise<void> {
  const draft = `${readyIn(dataDir)}.new`
  {
    await using file = await open(draft, 'w', 0o600)
    await file.writeFile(JSON.stringify(restore))
    await file.sync()
  }
  await rename(draft, readyIn(dataDir))
  await reachDisk([workIn(dataDir), dataDir])
}

/** Notes that everything is in its place, and removes the work folder. */
export async function noteRestored(dataDir: string): Promise<void> {
  await rename(readyIn(dataDir), restoredIn(dataDir)).catch(unlessMissing)
  await reachDisk([dataDir])
  await rm(workIn(dataDir), { recursive: true, force: true })
}

/** Returns the restore that was interrupted after `noteReady`, or that is complete while the data was never used. */
export async function readRestore(dataDir: string): Promise<Restore | null> {
  for (const path of [readyIn(dataDir), restoredIn(dataDir)]) {
    const text = await readFile(path, 'utf8').catch(unlessMissing)
    if (text) return JSON.parse(text)
  }
  return null
}

/** @throws BackupError if a restore to this folder is incomplete */
export function refuseUnfinishedRestore(dataDir: string): void {
  if (!existsSync(workIn(dataDir)) || existsSync(restoredIn(dataDir))) return
  throw new BackupError(
    `A restore to ${dataDir} is running or was interrupted. Wait for it, or run it again to complete it.`,
  )
}

/**
 * Call before the data in this folder is used. From then on, a restore does not continue.
 * @throws BackupError if a restore to this folder is incomplete
 */
export async function beginUse(dataDir: string): Promise<void> {
  refuseUnfinishedRestore(dataDir)
  if (!existsSync(restoredIn(dataDir))) return
  await rm(workIn(dataDir), { recursive: true, force: true })
  await rm(restoredIn(dataDir), { force: true })
}
