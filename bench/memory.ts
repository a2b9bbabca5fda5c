import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startNodeProcess } from '#testing'
import { residentMegabytes } from '../server/testing/resident.ts'
import { startInstallation } from './installation.ts'
import type { Print } from './load.ts'
import { createGroup } from './memory/control-group.ts'
import { mixedLoad } from './memory/mixed-load.ts'
import { openPostgres } from './postgres.ts'

/** Megabytes that the documentation promises to suffice. */
const limits = { embedded: 512, postgresql: 256 }
const idleMs = 10_000

/**
 * Runs a node of each kind under its memory limit, simultaneously, with calls, uploads of 20 MB, PDFs, trackers, skills and a
 * backup a minute, and prints the peaks. Needs root and Linux, because it creates control groups. Sets the exit code to 1 if
 * the system kills a process.
 * @param options.minutes of load on each kind of database, 5 by default
 */
export async function memory(
  print: Print,
  { minutes = '5' }: { minutes?: string | undefined },
): Promise<void> {
  const durationMs = Number(minutes) * 60_000
  await using postgres = await openPostgres()
  await Promise.all([
    measure('embedded', async () => undefined, durationMs, print),
    measure('postgresql', postgres.createDatabase, durationMs, print),
  ])
}

async function measure(
  kind: keyof typeof limits,
  newDatabase: () => Promise<string | undefined>,
  durationMs: number,
  print: Print,
): Promise<void> {
  await using group = await createGroup(limits[kind])
  const { command } = group
  await using folder = await mkdtempDisposable(join(tmpdir(), 'aerie-memory-'))
  const first = await startNodeProcess(
    { DATABASE_URL: (await newDatabase()) ?? '', DATA_DIR: join(folder.path, 'data') },
    command,
  )
  const firstPeak = await group.peak()
  await first.end('SIGTERM')

  await using desk = await startInstallation(await newDatabase(), {
    command,
    settings: { BACKUP_TO: join(folder.path, 'backups') },
  })
  await wait(idleMs)
  const idle = residentMegabytes(desk.node.pid)
  const outcome = await mixedLoad(desk, durationMs).catch((error: Error) => error)
  const { held, byProgram } = group.held()
  const kills = await group.kills()
  print(`${kind}, limit ${limits[kind]} MB`)
  print(`  first start: ${firstPeak} MB at the peak, with file cache`)
  print(`  idle: ${idle} MB`)
  print(`  ${outcome}: ${held} MB at the peak without file cache; ${kills} processes killed`)
  for (const [program, megabytes] of byProgram) print(`    ${program}: ${megabytes} MB at its own peak`)
  if (kills > 0 || outcome instanceof Error) process.exitCode = 1
}
