import pg from 'pg'
import { startApp } from '#app'
import { readConfig } from '#config'
import { openDatabase } from '#database'
import { signInHeaders } from '#testing'
import { removeRules } from '../server/operating/backups/tables/rules.ts'
import type { Postgres } from '../server/testing/postgres.ts'
import { testSettings } from '../server/testing/settings.ts'
import { auditLog } from './growth/audit-log.ts'
import { keyUsage } from './growth/key-usage.ts'
import { mentions } from './growth/mentions.ts'
import { type Cost, costOf } from './growth/pages.ts'
import { passages } from './growth/passages.ts'
import { registers } from './growth/registers.ts'
import { stock } from './growth/stock.ts'
import type { Prepare, Subject } from './growth/subject.ts'
import { type Installation, startInstallation } from './installation.ts'
import { median, type Print, timeOf } from './load.ts'
import { openPostgres } from './postgres.ts'

const subjects: Record<string, Prepare> = {
  mentions,
  'passages of sources': passages,
  'audit log': auditLog,
  'stock ledger': stock,
  'key usage': keyUsage,
}
const batch = 1_000_000
const insertRounds = 50
const control = 'select max(md5(n::text)) from generate_series(1, 20000) as n'
const extrapolated = 100_000_000

/**
 * What the growing tables cost: sizes, inserts, pages, deletions and vacuum, with a tenth of the rows and with all. One
 * database after the other, without waiting for the disk at commits: read the ratios.
 * @param options.rows of each table; 10,000,000 by default
 * @param options.only measures only subjects whose names contain it
 */
export async function growth(
  print: Print,
  { rows = '10000000', only = '' }: { rows?: string | undefined; only?: string | undefined },
): Promise<void> {
  await using postgres = await openPostgres()
  for (const [name, prepare] of Object.entries(subjects)) {
    if (name.includes(only)) await measure(print, postgres, name, prepare, Number(rows))
  }
  if ('registers'.includes(only)) await registers(print, postgres)
}

interface Measured {
  /** Median time of an insert, and of a statement next to it that costs the same at any size. */
  insertMs: number
  controlMs: number
  pages: Record<string, Cost>
}

async function measure(print: Print, postgres: Postgres, name: string, prepare: Prepare, rows: number) {
  const url = await postgres.createDatabase()
  {
    await using desk = await startInstallation(url)
    await using client = await sessionOf(url)
    const db = await openDatabase({ url, dataDir: desk.settings.DATA_DIR, poolSize: 2 })
    const subject = await prepare(desk, db, rows)
    print(`${name}: ${rows.toLocaleString('en')} rows`)
    const few = await measureAt(client, desk, subject, 0, rows / 10)
    const many = await measureAt(client, desk, subject, rows / 10, rows)
    await printSizes(print, client, subject, rows)
    print(`  insert ${subject.insert.name}: ${change(few.insertMs, many.insertMs, ' ms')}`)
    print(
      `  a statement of constant cost, next to the inserts: ${change(few.controlMs, many.controlMs, ' ms')}`,
    )
    for (const [page, cost] of Object.entries(many.pages)) {
      const before = few.pages[page]!
      print(
        `  page ${page}: ${change(before.blocks, cost.blocks, ' blocks')}, ${change(before.ms, cost.ms, ' ms')}; ${cost.served.join(', ')}`,
      )
    }
    await printDeletions(print, client, subject)
    for (const line of (await subject.also?.()) ?? []) print(`  ${line}`)
    await db.close()
  }
  await postgres.dropDatabase(url)
}

/** Adds rows, and measures with those that there are now. */
async function measureAt(
  client: pg.Client,
  desk: Installation,
  subject: Subject,
  from: number,
  to: number,
): Promise<Measured> {
  await client.query('begin')
  const addRules = await removeRules(client)
  for (let at = from; at < to; at += batch) await subject.fill(client, at, Math.min(at + batch, to))
  await addRules()
  await client.query('commit')
  await client.query('vacuum analyze')
  const times: [insert: number, control: number][] = []
  for (let n = 0; n < insertRounds; n++)
    times.push([await timeOf(subject.insert.run), await timeOf(() => client.query(control))])
  // The statements of a node in this process can be recorded.
  const app = await startApp(readConfig(testSettings(desk.settings)))
  const headers = await signInHeaders(app.address, 'owner@aerie.test')
  const pages: Record<string, Cost> = {}
  for (const [page, path] of Object.entries(subject.pages)) {
    const open = async () => {
      const response = await fetch(`${app.address}${path}`, { headers })
      if (!response.ok) throw new Error(`${path} returns ${response.status}: ${await response.text()}`)
    }
    pages[page] = await costOf(client, open, subject.tables)
  }
  await app.stop()
  const [insertMs, controlMs] = [0, 1].map((at) => median(times.map((pair) => pair[at]!))) as [number, number]
  return { insertMs, controlMs, pages }
}

async function printSizes(print: Print, client: pg.Client, { tables }: Subject, rows: number): Promise<void> {
  let total = 0
  for (const table of tables) {
    const { rows: sizes } = await client.query<{ name: string; bytes: number }>(
      `select 'table' as name, pg_table_size($1)::float8 as bytes
      union all (select indexrelid::regclass::text, pg_relation_size(indexrelid)::float8 from pg_index
        where indrelid = $1::regclass order by 2 desc)`,
      [table],
    )
    const perRow = sizes.map(({ name, bytes }) => `${name} ${(bytes / rows).toFixed(1)}`).join(', ')
    print(`  ${table}, bytes a row: ${perRow}`)
    total += sizes.reduce((sum, { bytes }) => sum + bytes, 0)
  }
  const at = (count: number) =>
    `${((total / rows / 1e9) * count).toFixed(1)} GB at ${count.toLocaleString('en')}`
  print(`  in total: ${(total / rows).toFixed(0)} bytes a row, ${at(rows)}, ${at(extrapolated)}`)
}

async function printDeletions(
  print: Print,
  client: pg.Client,
  { deletions, tables: [table] }: Subject,
): Promise<void> {
  let first: number | undefined
  for (const { name, run } of deletions) {
    let deleted = 0
    const ms = await timeOf(async () => {
      deleted = await run()
    })
    const each = (ms / deleted) * 1000
    first ??= each
    print(
      `  delete ${name}: ${deleted} rows, ${each.toFixed(0)} ms for 1,000 (${(each / first).toFixed(2)} times)`,
    )
  }
  const ms = await timeOf(() => client.query(`vacuum ${table}`))
  print(`  vacuum after this: ${(ms / 1000).toFixed(1)} s`)
}

const change = (before: number, after: number, unit: string): string => {
  const digits = unit === ' ms' ? 2 : 0
  return `${before.toFixed(digits)} to ${after.toFixed(digits)}${unit} (${(after / before).toFixed(2)} times)`
}

/** A session like those of a node, without time limits. */
async function sessionOf(url: string): Promise<pg.Client & AsyncDisposable> {
  const client = new pg.Client({
    connectionString: url,
    options: '-c jit=off -c maintenance_work_mem=1GB -c timezone=UTC',
  })
  await client.connect()
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() })
}
