import { mkdir, open, readdir, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Reader } from '#database'
import { reachDisk } from '#files'
import { BackupError } from '../error.ts'

/** An erasure of a patient, without a name. */
export interface NotedErasure {
  id: string
  erasedAt: string
  patientIds: string[]
}

/** Beside the backups, which each have the erasures of their time only. One file each, so that nodes need not wait. */
const folderIn = (backups: string): string => join(backups, 'erasures')

/** Notes the erasures that a folder of backups does not have yet. Afterwards they survive a power cut. */
export async function noteErasures(reader: Reader, backups: string): Promise<void> {
  const folder = folderIn(backups)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const noted = new Set(await readdir(folder))
  const erasures = await reader.selectFrom('erasures').select(['id', 'erasedAt', 'patientIds']).execute()
  const missing = erasures.filter(({ id }) => !noted.has(`${id}.json`))
  for (const { id, ...erasure } of missing) {
    const path = join(folder, `${id}.json`)
    const unfinished = `${path}.${process.pid}.unfinished`
    await using file = await open(unfinished, 'w', 0o600)
    await file.writeFile(`${JSON.stringify(erasure)}\n`)
    await file.sync()
    await rename(unfinished, path)
  }
  if (missing.length > 0) await reachDisk([folder, backups])
}

/** Returns the erasures that are noted in a folder of backups. @throws BackupError if one cannot be read */
export async function notedErasures(backups: string): Promise<NotedErasure[]> {
  const folder = folderIn(backups)
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const noted: NotedErasure[] = []
  for (const name of names) {
    const id = /^([0-9a-f-]{36})\.json$/.exec(name)?.[1]
    if (id === undefined) continue
    try {
      noted.push({ id, ...JSON.parse(await readFile(join(folder, name), 'utf8')) })
    } catch {
      throw new BackupError(`${join(folder, name)} is damaged. It says which patient was erased.`)
    }
  }
  return noted
}
