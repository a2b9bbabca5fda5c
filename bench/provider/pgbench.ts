import { execFile } from 'node:child_process'
import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type pg from 'pg'
import type { Postgres } from '../../server/testing/postgres.ts'
import { freshId, pairOf, type Work } from './clinic.ts'
import type { Statement } from './record.ts'

/** The statements of a call, and what the next call must not use again. */
interface Recorded {
  statements: Statement[]
  startedAt: number
  deliveryNote: string
  /** The number of the merged pair. */
  pair: number
}

const clients = 16

/**
 * Returns a pgbench script that sends the statements of a recorded call with the same values. One SELECT at its beginning
 * reads the values, and replaces those that differ from run to run: new ids, the delivery note, the pair.
 */
export async function scriptOf(pool: pg.Pool, work: Work, n: number, recorded: Recorded): Promise<string> {
  const { statements, startedAt, deliveryNote, pair } = recorded
  const fresh = new Map<string, string>()
  const columns: { name: string; value: string; expression: string }[] = []
  const lines = statements.map(({ text, values }) => {
    const names = values.map((value) => (value === null ? 'null' : `:${variableFor(value)}`))
    return `${text.replace(/\s+/g, ' ').replace(/\$(\d+)/g, (_, at) => names[Number(at) - 1]!)};`
  })

  const table = `bench_${work}_${n}`
  await pool.query(`create table ${table} (${columns.map(({ name }) => `${name} text`).join(', ')})`)
  const places = columns.map((_, at) => `$${at + 1}`).join(', ')
  await pool.query(
    `insert into ${table} values (${places})`,
    columns.map(({ value }) => value),
  )
  const made = [...fresh.values(), 'note'].map((name) => `${freshId}::text as ${name}`)
  const selected = columns.map(({ name, expression }) => `${expression} as ${name}`)
  const read = `with made as materialized (select ${made.join(', ')}) select ${selected.join(', ')} from made, ${table} p \\gset`
  const nextPair =
    work === 'merge' ? ['\\set pair :pair + 16', '\\set s :pair * 2 + 1', '\\set t :pair * 2 + 2'] : []
  return [...nextPair, read.replace(/\s+/g, ' '), ...lines].join('\n')

  function variableFor(value: string): string {
    const name = `p${columns.length}`
    let expression = `p.${name}`
    if (
      value.startsWith('\\x') &&
      statements.some(({ text }) => /delivery_key/.test(text)) &&
      value.length === 66
    ) {
      expression = `'\\x' || encode(sha256(convert_to(made.note, 'utf8')), 'hex')`
    } else if (value === deliveryNote) expression = 'made.note'
    else {
      for (const id of new Set(value.match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g))) {
        const by = replacementOf(id)
        if (by) expression = `replace(${expression}, '${id}', ${by})`
      }
    }
    columns.push({ name, value, expression })
    return name
  }

  function replacementOf(id: string): string | null {
    const { sourceId, targetId } = pairOf(pair)
    if (work === 'merge' && id === sourceId)
      return `'01900000-0000-7000-8004-' || lpad(to_hex(:s::bigint), 12, '0')`
    if (work === 'merge' && id === targetId)
      return `'01900000-0000-7000-8004-' || lpad(to_hex(:t::bigint), 12, '0')`
    if (Number.parseInt(id.replace('-', '').slice(0, 12), 16) < startedAt) return null
    if (!fresh.has(id)) fresh.set(id, `made${fresh.size}`)
    return `made.${fresh.get(id)}`
  }
}

/** Returns the transactions a second of scripts picked at random. @throws Error if one fails */
export async function runPgbench(
  postgres: Postgres,
  url: string,
  scripts: string[],
  seconds: number,
  firstPair = 0,
): Promise<number> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'aerie-bench-'))
  const files = scripts.map((_, at) => join(folder.path, `${at}.sql`))
  await Promise.all(scripts.map((script, at) => writeFile(files[at]!, `${script}\n`)))
  // Each client merges other pairs. The variables of a client last.
  const withPair = scripts.some((script) => script.includes(':pair'))
  const one = async (client: number, count: number) => {
    const settings = ['-n', '-M', 'prepared', '-c', String(count), '-T', String(seconds)]
    const pairOption = withPair ? ['-D', `pair=${firstPair + client}`] : []
    const { stdout } = await promisify(execFile)(
      join(postgres.binDir, 'pgbench'),
      [...settings, ...pairOption, ...files.flatMap((file) => ['-f', file]), url],
      { maxBuffer: 64 * 1024 * 1024 },
    )
    const failed = /number of failed transactions: (\d+)/.exec(stdout)?.[1]
    if (failed !== '0') throw new Error(`pgbench: ${stdout}`)
    return Number(/tps = ([\d.]+)/.exec(stdout)?.[1])
  }
  if (!withPair) return await one(0, clients)
  const rates = await Promise.all(Array.from({ length: clients }, (_, client) => one(client, 1)))
  return rates.reduce((sum, rate) => sum + rate, 0)
}
