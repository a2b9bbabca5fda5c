import type pg from 'pg'
import { recordStatements, type Statement } from '../provider/record.ts'

/** What the statements of a page took, on the second of two executions. */
export interface Cost {
  ms: number
  /** Blocks of 8 kB that PostgreSQL looked at. They do not depend on other load. */
  blocks: number
  /** The indexes, and tables that were read in sequence. */
  served: string[]
}

/** Opens a page, and executes its statements on these tables again with EXPLAIN ANALYZE. */
export async function costOf(
  client: pg.ClientBase,
  open: () => Promise<unknown>,
  tables: readonly string[],
): Promise<Cost> {
  const statements = (await recordStatements(open)).filter(({ text }) =>
    tables.some((table) => new RegExp(`\\b${table}\\b`).test(text)),
  )
  const cost: Cost = { ms: 0, blocks: 0, served: [] }
  for (const statement of statements) {
    await explain(client, statement)
    const { 'Execution Time': ms, Plan: plan } = await explain(client, statement)
    cost.ms += ms
    cost.blocks += plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
    cost.served.push(...servedBy(plan, tables))
  }
  return { ...cost, served: [...new Set(cost.served)] }
}

/** Opens a page twice, and returns how many blocks its statements look at, without what they write. */
export async function blocksOf(client: pg.ClientBase, open: () => Promise<unknown>): Promise<number> {
  await open()
  const reads = (await recordStatements(open)).filter(
    ({ text }) => /^\s*(select|with)\b/i.test(text) && !/\b(insert into|update|delete from)\b/i.test(text),
  )
  let blocks = 0
  for (let round = 0; round < 2; round++) {
    blocks = 0
    // Some statements set how the next ones search.
    await client.query('begin')
    for (const statement of reads) {
      const { Plan: plan } = await explain(client, statement)
      blocks += plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
    }
    await client.query('rollback')
  }
  return blocks
}

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  'Actual Loops': number
  Plans?: Plan[]
}

async function explain(
  client: pg.ClientBase,
  { text, values }: Statement,
): Promise<{ 'Execution Time': number; Plan: Plan }> {
  const { rows } = await client.query(`explain (analyze, buffers, format json) ${text}`, values)
  return rows[0]['QUERY PLAN'][0]
}

function servedBy(plan: Plan, tables: readonly string[]): string[] {
  const below = (plan.Plans ?? []).flatMap((child) => servedBy(child, tables))
  const table = plan['Relation Name']
  if (plan['Actual Loops'] === 0) return below
  if (plan['Node Type'].endsWith('Seq Scan') && table && tables.includes(table))
    return [`all of ${table}`, ...below]
  const index = plan['Index Name']
  return index && tables.some((name) => index.startsWith(name)) ? [index, ...below] : below
}
