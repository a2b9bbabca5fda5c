import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { newDataDir } from '../server/testing/data-dir.ts'
import { freePort } from '../server/testing/free-port.ts'
import { residentMegabytes } from '../server/testing/resident.ts'
import { startWithKeys } from './keys/installation.ts'
import { wrk } from './keys/wrk.ts'
import { median, type Print } from './load.ts'
import { openPostgres } from './postgres.ts'
import { startProgram } from './program.ts'

const starts = 5
const idleMs = 10_000
const calls = 1_000_000
const parts = 5

/** How long `npm start` takes to be ready, and how much memory a node holds: idle, and over a million calls. */
export async function start(print: Print): Promise<void> {
  const dataDir = await newDataDir()
  const times: number[] = []
  try {
    for (let n = 0; n < starts; n++) times.push(await secondsToReady(dataDir))
  } finally {
    await rm(dataDir, { recursive: true })
  }
  print(
    `npm start, embedded, after the first time: ${median(times).toFixed(1)} s (median of ${starts}), ${Math.max(...times).toFixed(1)} s at most`,
  )
  await using postgres = await openPostgres()
  await memory('postgresql', await postgres.createDatabase(), print)
  await memory('embedded', undefined, print)
}

async function secondsToReady(DATA_DIR: string): Promise<number> {
  const begun = performance.now()
  await using _program = await startProgram('npm', ['start'], {
    cwd: dirname(import.meta.dirname),
    env: { ...process.env, DATA_DIR, PORT: String(await freePort()), LOG_LEVEL: 'silent' },
    ready: /is ready/,
  })
  return (performance.now() - begun) / 1000
}

async function memory(kind: string, databaseUrl: string | undefined, print: Print): Promise<void> {
  await using keys = await startWithKeys(databaseUrl, 1000, 1000)
  const { node, url, tokens } = keys
  await wait(idleMs)
  print(`${kind}: ${residentMegabytes(node.pid)} MB ${idleMs / 1000} s after the start`)
  const held: number[] = []
  for (let done = 0; done < calls; ) {
    const load = { url: `${url}/api/me`, tokens, connections: 64, seconds: 2 }
    done += (await wrk(load)).perSecond * load.seconds
    if (done >= (calls / parts) * (held.length + 1)) held.push(residentMegabytes(node.pid))
  }
  await wait(idleMs)
  const after = `${residentMegabytes(node.pid)} MB ${idleMs / 1000} s later`
  print(`  after each ${calls / parts / 1000},000 calls: ${held.join(', ')} MB; ${after}`)
}
