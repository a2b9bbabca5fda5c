import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { newDataDir } from '../server/testing/data-dir.ts'
import { freePort } from '../server/testing/free-port.ts'
import { howToGetPostgres, startPostgres } from '../server/testing/postgres.ts'
import { residentMegabytes } from '../server/testing/resident.ts'
import { startWithKeys } from './keys/installation.ts'
import { wrk } from './keys/wrk.ts'
import { median } from './load.ts'

const starts = 5
const idleMs = 10_000
const calls = 1_000_000
const parts = 5

/** How long `npm start` takes to be ready, and what a node holds in memory: idle, and over a million calls. */
export async function start(print: (line: string) => void): Promise<void> {
  const dataDir = await newDataDir()
  try {
    const times: number[] = []
    for (let n = 0; n < starts; n++) times.push(await secondsToReady(dataDir))
    const [slowest = 0] = times.toSorted((a, b) => b - a)
    print(
      `npm start, embedded, after the first time: ${median(times).toFixed(1)} s in the median of ${starts}, ${slowest.toFixed(1)} s at the most`,
    )
  } finally {
    await rm(dataDir, { recursive: true })
  }

  const postgres = await startPostgres()
  if (!postgres) throw new Error(`This needs ${howToGetPostgres}`)
  try {
    for (const kind of ['postgresql', 'embedded'] as const) {
      const databaseUrl = kind === 'postgresql' ? await postgres.createDatabase() : undefined
      const { node, url, tokens, remove } = await startWithKeys(databaseUrl, 1000, 1000)
      try {
        await wait(idleMs)
        print(`${kind}: ${residentMegabytes(node.pid)} MB ${idleMs / 1000} s after the start`)
        const held: number[] = []
        let made = 0
        while (made < calls) {
          const load = { url: `${url}/api/me`, tokens, connections: 64, seconds: 2 }
          made += (await wrk(load)).perSecond * load.seconds
          if (made >= (calls / parts) * (held.length + 1)) held.push(residentMegabytes(node.pid))
        }
        await wait(idleMs)
        const after = `${residentMegabytes(node.pid)} MB ${idleMs / 1000} s later`
        print(`  after each ${calls / parts / 1000},000 calls: ${held.join(', ')} MB; ${after}`)
      } finally {
        await remove()
      }
    }
  } finally {
    await postgres.stop()
  }
}

async function secondsToReady(dataDir: string): Promise<number> {
  const begun = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: dirname(import.meta.dirname),
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(await freePort()), LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  })
  for await (const line of createInterface(child.stdout)) if (line.includes('is ready')) break
  const seconds = (performance.now() - begun) / 1000
  process.kill(-child.pid!, 'SIGTERM')
  await once(child, 'exit')
  return seconds
}
