import { startApp } from '#app'
import { createClient } from '#client'
import { readConfig } from '#config'
import { createApiKey } from '#contract'
import type { Database } from '#platform'
import { startNodeProcess } from '#testing'
import { newDataDir } from '../server/testing/data-dir.ts'
import { addPeople } from '../server/testing/people.ts'
import { howToGetPostgres, type Postgres, startPostgres } from '../server/testing/postgres.ts'
import { testSettings } from '../server/testing/settings.ts'
import { callsPerSecond, median } from './load.ts'
import { bodyOf, callTo, documents, fillClinic, pairs, type Work } from './provider/clinic.ts'
import { growLedger } from './provider/ledger.ts'
import { medusaDocumentsPerSecond } from './provider/medusa.ts'
import { runPgbench, scriptOf } from './provider/pgbench.ts'
import { recordStatements } from './provider/record.ts'

const rounds = 3
const seconds = 4
const connections = 16
const works: Work[] = ['receive', 'adjust', 'invoice', 'merge']
const smallLedger = 10_000
const usualLedger = 1_000_000

/**
 * The clinic's operations by HTTP with a key, against pgbench sending the very statements that they send, against
 * Medusa's inventory module, and with a long ledger against a short one. Every commit reaches the disk. All on one
 * machine in one run, the callers too: read the ratios, not the numbers.
 * @param options.movements rows of the long ledger; 1,000,000 where it is not said
 */
export async function provider(
  print: (line: string) => void,
  options: { movements?: string | undefined } = {},
): Promise<void> {
  const postgres = await startPostgres({ fsync: true })
  if (!postgres) throw new Error(`This needs ${howToGetPostgres}`)
  try {
    const clinic = await openClinic(postgres)
    await againstPgbench(print, postgres, clinic)
    await againstMedusa(print, postgres, clinic)
    await againstLedgers(print, clinic, await openClinic(postgres), Number(options.movements ?? usualLedger))
  } finally {
    await postgres.stop()
  }
}

interface Clinic {
  databaseUrl: string
  db: Database
  /** A node in a process of its own. */
  url: string
  token: string
  /** A node in this process, whose statements can be recorded. */
  inProcess: string
  nextPair: number
}

async function openClinic(postgres: Postgres): Promise<Clinic> {
  const databaseUrl = await postgres.createDatabase()
  const settings = { DATA_DIR: await newDataDir(databaseUrl), DATABASE_URL: databaseUrl }
  const app = await startApp(readConfig(testSettings(settings)))
  const { owner } = await addPeople(app.db)
  const client = createClient({ baseUrl: app.address, headers: owner.headers })
  const { token } = await client.call(createApiKey, { name: 'Measured' })
  await fillClinic(app.db, owner.id)
  const node = await startNodeProcess({ DATABASE_URL: databaseUrl, LOG_LEVEL: 'warn' })
  return { databaseUrl, db: app.db, url: node.url, token, inProcess: app.address, nextPair: 0 }
}

/** Calls a second at 16 connections; each merge has a pair of its own. */
function measure(clinic: Clinic, work: Work): Promise<number> {
  const next = () => {
    const n = work === 'merge' ? clinic.nextPair++ : Math.floor(Math.random() * documents)
    return callTo(work, clinic.token, n, crypto.randomUUID())
  }
  return callsPerSecond(clinic.url, next, seconds, connections)
}

async function againstPgbench(
  print: (line: string) => void,
  postgres: Postgres,
  clinic: Clinic,
): Promise<void> {
  print(`${connections} callers; pgbench: the same statements, prepared, ${connections} clients`)
  let firstPair = pairs / 2
  for (const work of works) {
    const scripts: string[] = []
    for (let n = 0; n < (work === 'merge' ? 1 : documents); n++) scripts.push(await record(clinic, work, n))
    const [ours, theirs]: [number[], number[]] = [[], []]
    for (let round = 0; round < rounds; round++) {
      await clinic.db.pool.query('vacuum analyze')
      ours.push(await measure(clinic, work))
      theirs.push(await runPgbench(postgres, clinic.databaseUrl, scripts, seconds, firstPair))
      if (work === 'merge') firstPair += 4000 - (4000 % connections)
    }
    const statements = scripts[0]!.split('\n').filter((line) => line.endsWith(';')).length
    print(
      `${work.padEnd(10)}${perSecond(median(ours))}  pgbench ${perSecond(median(theirs))}  ${ratio(ours, theirs)} of that  (${statements} statements)`,
    )
  }
}

/** A script of what one call sends; the first call is not recorded, since the server learns from it. */
async function record(clinic: Clinic, work: Work, n: number): Promise<string> {
  let startedAt = 0
  let deliveryNote = ''
  let pair = 0
  const send = async () => {
    startedAt = Date.now()
    deliveryNote = crypto.randomUUID()
    pair = work === 'merge' ? clinic.nextPair++ : 0
    const [path, body] = bodyOf(work, work === 'merge' ? pair : n, deliveryNote)
    const headers = { authorization: `Bearer ${clinic.token}`, 'content-type': 'application/json' }
    const answer = await fetch(clinic.inProcess + path, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(await answer.text())
  }
  if (n === 0) await send()
  const statements = await recordStatements(send)
  return scriptOf(clinic.db, work, n, { statements, startedAt, deliveryNote, pair })
}

async function againstMedusa(
  print: (line: string) => void,
  postgres: Postgres,
  clinic: Clinic,
): Promise<void> {
  const url = await postgres.createDatabase()
  const [ours, theirs]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    ours.push(await measure(clinic, 'adjust'))
    theirs.push(await medusaDocumentsPerSecond(url, seconds, connections))
  }
  print(
    `adjust    ${perSecond(median(ours))}  @medusajs/inventory, in its own process and without HTTP, key or ledger ${perSecond(median(theirs))}  ${ratio(ours, theirs)} of that`,
  )
}

async function againstLedgers(
  print: (line: string) => void,
  small: Clinic,
  large: Clinic,
  movements: number,
): Promise<void> {
  await growLedger(small.db, smallLedger)
  await growLedger(large.db, movements)
  print(
    `with ${movements.toLocaleString('en')} movements in the ledger, against ${smallLedger.toLocaleString('en')}`,
  )
  for (const work of works.slice(0, 3)) {
    const [few, many]: [number[], number[]] = [[], []]
    for (let round = 0; round < rounds; round++) {
      few.push(await measure(small, work))
      many.push(await measure(large, work))
    }
    print(
      `${work.padEnd(10)}${perSecond(median(many))}  ${perSecond(median(few))}  ${ratio(many, few)} of that`,
    )
  }
}

const perSecond = (value: number) => `${Math.round(value).toLocaleString('en')}/s`.padStart(9)
const ratio = (ours: number[], theirs: number[]) => (median(ours) / median(theirs)).toFixed(2)
