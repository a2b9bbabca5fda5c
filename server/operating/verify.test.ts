import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { sql } from 'kysely'
import { sealBatch } from '#audit'
import { type Database, openDatabase, type Transaction } from '#database'
import { filesFolder } from '#files'
import { filesIn, onEachDatabase, type TestApp, testSecrets } from '#testing'
import { type Break, breaks, schemaBreaks } from '../testing/breaks/index.ts'
import { type Life, live } from '../testing/life.ts'
import { allInvariants, verify, verifyIn } from './verify.ts'

/** Some are broken together, for speed: those that stand so far apart in the list have nothing to do with one another. */
const apart = 18
const scan = 'A new scan of all texts finds the stored mentions'
const bytes = 'The file of every source exists and has the uploaded content'

onEachDatabase('what must hold', (app, kind) => {
  let life: Life
  before(async () => {
    life = await live(app())
    await sealBatch(app().db, testSecrets.newest)
  })
  const invariants = ({ dataDir }: TestApp, { readFiles = false, scanTexts = false }) =>
    allInvariants({ files: filesIn(filesFolder(dataDir)), secrets: testSecrets }, { readFiles, scanTexts })

  test('holds after a day on which everything was done', async () => {
    assert.deepEqual(await verify(app().db, invariants(app(), { readFiles: true, scanTexts: true })), [])
  })

  test('is broken, and exactly that is said, with the rows', async () => {
    // What the catalog contains differs between versions; the rest is the same SQL on both.
    const all = kind === 'embedded' ? schemaBreaks(life) : breaks(life, app())
    const db = await asSuperuser(app())
    try {
      for (let n = 0; n < Math.min(apart, all.length); n++) {
        const group = all.filter((_, at) => at % apart === n)
        const rules = group.map((one) => one.rule)
        const how = { readFiles: rules.includes(bytes), scanTexts: rules.includes(scan) }
        const { found, expected } = await breakAndVerify(app(), db, group, invariants(app(), how))
        assert.deepEqual(found, expected, rules.join('\n'))
      }
    } finally {
      if (db !== app().db) await db.close()
    }
  })

  test('is not broken by a node whose clock is slow, nor by a merge from before a field existed', async () => {
    const harmless = { rule: '', rows: [], sql: [reorderReceipts, forgetPhones] }
    const db = await asSuperuser(app())
    try {
      const { found } = await breakAndVerify(app(), db, [harmless], invariants(app(), {}))
      assert.deepEqual(found, {})
    } finally {
      if (db !== app().db) await db.close()
    }
  })

  test('is broken in every way there is', () => {
    const known = [invariants(app(), {}), invariants(app(), { readFiles: true, scanTexts: true })].flat()
    const broken = new Set(breaks(life, app()).map(({ rule }) => rule))
    assert.deepEqual(
      known.filter(({ rule }) => !broken.has(rule)).map(({ rule }) => rule),
      [],
    )
  })
})

const forgetPhones = `update patient_merges set source_before = source_before - 'phone',
  target_before = target_before - 'phone', target_after = target_after - 'phone'`

/** As if the second receipt had come from a node whose clock is days behind. */
const reorderReceipts = `
  update stock_movements m set id = ('01000000' || substr(m.id::text, 9))::uuid from stock_documents d
  where d.id = m.document_id and d.delivery_note = '2'`

/** Triggers and foreign keys are put out of force by nobody else. */
async function asSuperuser({ db, databaseUrl, dataDir }: TestApp): Promise<Database> {
  if (!databaseUrl) return db
  const url = new URL(databaseUrl)
  url.username = 'postgres'
  return openDatabase({ url: url.href, dataDir, poolSize: 1 })
}

class Undone extends Error {}

/** Breaks something in a transaction that comes to nothing, and tells what is found there. */
async function breakAndVerify(
  app: TestApp,
  db: Database,
  group: Break[],
  invariants: ReturnType<typeof allInvariants>,
) {
  const undo = await Promise.all(group.map(({ beside }) => beside?.(app)))
  let found: object = {}
  let expected: object = {}
  try {
    await db.transaction(async (tx) => {
      expected = await namedBy(tx, [...group, ...group.flatMap(({ also = [] }) => also)])
      await sql`set local session_replication_role = replica`.execute(tx)
      for (const statement of group.flatMap((one) => one.sql ?? [])) await sql.raw(statement).execute(tx)
      const findings = await verifyIn({ tx, atPresent: (ask) => ask(tx) }, invariants)
      found = inOrder(findings.map(({ rule, first }) => [rule, first.map(({ row }) => row)]))
      throw new Undone()
    })
  } catch (error) {
    if (!(error instanceof Undone)) throw error
  } finally {
    for (const one of undo) await one?.()
  }
  return { found, expected }
}

async function namedBy(tx: Transaction, broken: Pick<Break, 'rule' | 'rows'>[]): Promise<object> {
  const named: [string, string[]][] = []
  for (const { rule, rows } of broken) {
    const names: string[] = []
    for (const row of rows) {
      if (typeof row === 'string') names.push(row)
      else
        names.push(...(await sql.raw<object>(row.sql).execute(tx)).rows.flatMap((one) => Object.values(one)))
    }
    named.push([rule, names])
  }
  return inOrder(named)
}

/** A row that is wrong in two ways is named twice. */
function inOrder(named: [string, string[]][]): object {
  const rows = Map.groupBy(named, ([rule]) => rule)
  return Object.fromEntries(
    [...rows].map(([rule, of]) => [rule, [...new Set(of.flatMap(([, row]) => row))].sort()]),
  )
}
