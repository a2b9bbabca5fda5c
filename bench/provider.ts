import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { startApp } from '#app'
import { readConfig } from '#config'
import type { Postgres } from '../server/testing/postgres.ts'
import { testSettings } from '../server/testing/settings.ts'
import { type Installation, startInstallation } from './installation.ts'
import { callsPerSecond, measure, type Print } from './load.ts'
import { installedPeer } from './peers.ts'
import { openPostgres } from './postgres.ts'
import { bodyOf, callTo, documents, fillClinic, pairs, type Work } from './provider/clinic.ts'
import { growLedger } from './provider/ledger.ts'
import { runPgbench, scriptOf } from './provider/pgbench.ts'
import { recordStatements } from './provider/record.ts'

const runs = 3
const seconds = 4
const connections = 16
const unit = 'calls/s'
const works: Work[] = ['receive', 'adjust', 'invoice', 'merge']
const smallLedger = 10_000

/**
 * The clinic's operations by HTTP with a key, against pgbench sending the very statements that they send, against
 * Medusa's inventory module, and with a long ledger against a short one. Every commit reaches the disk. All on one
 * machine in one run, the callers too: read the ratios, not the numbers.
 * @param options.movements rows of the long ledger; 1,000,000 by default
 */
export async function provider(
  print: Print,
  { movements = '1000000' }: { movements?: string | undefined },
): Promise<void> {
  await using postgres = await openPostgres({ fsync: true })
  await using clinic = await openClinic(postgres)
  await againstPgbench(print, postgres, clinic)
  await againstMedusa(print, postgres, clinic)
  await using other = await openClinic(postgres)
  await againstLedgers(print, clinic, other, Number(movements))
}

type Clinic = Installation & { nextPair: number }

const openClinic = async (postgres: Postgres): Promise<Clinic> => ({
  ...(await startInstallation(await postgres.createDatabase(), { fill: fillClinic })),
  nextPair: 0,
})

/** Calls a second at 16 connections. Each merge has another pair. */
const callsOf = (clinic: Clinic, work: Work) => (): Promise<number> => {
  const next = () => {
    const n = work === 'merge' ? clinic.nextPair++ : Math.floor(Math.random() * documents)
    return callTo(work, clinic.token, n, crypto.randomUUID())
  }
  return callsPerSecond(clinic.url, next, seconds, connections)
}

async function againstPgbench(print: Print, postgres: Postgres, clinic: Clinic): Promise<void> {
  print(`${connections} callers; pgbench: the same statements, prepared, ${connections} clients`)
  // The statements of a node in this process can be recorded.
  const app = await startApp(readConfig(testSettings(clinic.settings)))
  let firstPair = pairs / 2
  for (const work of works) {
    const scripts: string[] = []
    for (let n = 0; n < (work === 'merge' ? 1 : documents); n++)
      scripts.push(await record(clinic, app.address, work, n))
    const pgbench = async () => {
      const rate = await runPgbench(postgres, clinic.settings.DATABASE_URL, scripts, seconds, firstPair)
      if (work === 'merge') firstPair += 4000 - (4000 % connections)
      await clinic.pool.query('vacuum analyze')
      return rate
    }
    await clinic.pool.query('vacuum analyze')
    const statements = scripts[0]!.split('\n').filter((line) => line.endsWith(';')).length
    const of = { [`pgbench with its ${statements} statements`]: pgbench, HTTP: callsOf(clinic, work) }
    await measure(print, { name: work, of, unit }, runs)
  }
}

/** Returns a script of what one call sends. The first call is not recorded, since the server learns from it. */
async function record(clinic: Clinic, url: string, work: Work, n: number): Promise<string> {
  let startedAt = 0
  let deliveryNote = ''
  let pair = 0
  const send = async () => {
    startedAt = Date.now()
    deliveryNote = crypto.randomUUID()
    pair = work === 'merge' ? clinic.nextPair++ : 0
    const [path, body] = bodyOf(work, work === 'merge' ? pair : n, deliveryNote)
    const headers = { authorization: `Bearer ${clinic.token}`, 'content-type': 'application/json' }
    const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!response.ok) throw new Error(await response.text())
  }
  if (n === 0) await send()
  const statements = await recordStatements(send)
  return scriptOf(clinic.pool, work, n, { statements, startedAt, deliveryNote, pair })
}

/** Medusa adjusts three items in a process and database of its own, called as its documentation does. */
async function againstMedusa(print: Print, postgres: Postgres, clinic: Clinic): Promise<void> {
  const cwd = await installedPeer('medusa')
  const settings = ['inventory.js', await postgres.createDatabase(), String(seconds), String(connections)]
  const medusa = async () => {
    const { stdout } = await promisify(execFile)(process.execPath, settings, { cwd })
    return Number(stdout.trim().split('\n').at(-1))
  }
  const of = {
    '@medusajs/inventory, in its own process and without HTTP, key or ledger': medusa,
    HTTP: callsOf(clinic, 'adjust'),
  }
  await measure(print, { name: 'adjust', of, unit }, runs)
}

async function againstLedgers(print: Print, small: Clinic, large: Clinic, movements: number): Promise<void> {
  await growLedger(small.pool, smallLedger)
  await growLedger(large.pool, movements)
  const after = (count: number) => `after ${count.toLocaleString('en')} movements`
  for (const work of works.slice(0, 3)) {
    const of = { [after(smallLedger)]: callsOf(small, work), [after(movements)]: callsOf(large, work) }
    await measure(print, { name: work, of, unit }, runs)
  }
}
