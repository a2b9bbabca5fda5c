import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { copyIn, copyLine, type Session } from '#database'
import { own } from '#rules/own'
import { type Beginning, relation } from '../archive/format.ts'
import { removeRules } from './rules.ts'

const decompress = promisify(gunzip)

/** Adds rows to a table. Columns that it no longer has are skipped, such as those of an older job queue. */
export type LoadRows = (table: string, chunk: Buffer) => Promise<number>

/**
 * Runs `load` without the tables' triggers, keys and indexes, in an open transaction: rows come in any order, and totals
 * are already counted. Adding them again checks all rows, and builds each index once.
 */
export async function loading(
  client: Session,
  { tables, sequences }: Pick<Beginning, 'tables' | 'sequences'>,
  load: (rows: LoadRows) => Promise<void>,
): Promise<void> {
  const addRules = await removeRules(client)
  // The backup has the current state of rows that migrations inserted.
  await client.query(`truncate ${Object.keys(tables).map(relation).join(', ')}`)
  const copies = new Map<string, Copy>()
  await load(async (table, chunk) => {
    if (!copies.has(table)) copies.set(table, await copyTo(client, table, own(tables, table) ?? []))
    const { statement, places } = copies.get(table)!
    const lines = (await decompress(chunk)).toString().trimEnd().replaceAll('\n', ',')
    const rows: (string | null)[][] = JSON.parse(`[${lines}]`)
    const text = rows.map((values) => copyLine(places.map((place) => values[place] ?? null))).join('')
    await copyIn(client, statement, text)
    return rows.length
  })
  await addRules()
  for (const [sequence, next] of Object.entries(sequences)) {
    await client.query('select setval($1::regclass, $2::bigint, false)', [relation(sequence), next])
  }
}

/** A statement, and the places of its columns in a row of the archive. */
interface Copy {
  statement: string
  places: number[]
}

/** Rows are frozen, so that no later vacuum has to write them again. Partitioned tables cannot have this. */
async function copyTo(client: Session, table: string, columns: string[]): Promise<Copy> {
  const { rows } = await client.query<{ name: string; freeze: boolean }>(
    `select format('%I', attname) as name, relkind = 'r' as freeze
     from pg_attribute join pg_class class on class.oid = attrelid
     where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
    [relation(table)],
  )
  const places = [...columns.keys()].filter((place) => rows.some(({ name }) => name === columns[place]))
  const names = places.map((place) => columns[place]).join(', ')
  return {
    statement: `copy ${relation(table)} (${names}) from stdin${rows[0]?.freeze ? ' (freeze)' : ''}`,
    places,
  }
}
