import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { PoolClient } from 'pg'
import type { Beginning } from '../archive/format.ts'

const decompress = promisify(gunzip)

/** Adds rows to a table. Columns that it no longer has are skipped, such as those of an older job queue. */
export type LoadRows = (table: string, chunk: Buffer) => Promise<number>

/**
 * Runs `load` without the tables' triggers and foreign keys, in an open transaction: rows come in any order, and totals
 * are already counted. Re-adding the foreign keys checks all rows.
 */
export async function loading(
  client: PoolClient,
  { tables, sequences }: Pick<Beginning, 'tables' | 'sequences'>,
  load: (rows: LoadRows) => Promise<void>,
): Promise<void> {
  const restoreTriggers = await disableTriggers(client)
  const restoreKeys = await dropForeignKeys(client)
  // The backup has the current state of rows that migrations inserted.
  await client.query(`truncate ${Object.keys(tables).join(', ')}`)
  const inserts = new Map<string, string>()
  await load(async (table, chunk) => {
    if (!inserts.has(table)) inserts.set(table, await insertOf(client, table, tables[table] ?? []))
    const lines = (await decompress(chunk)).toString().trimEnd().split('\n')
    await client.query(inserts.get(table) ?? '', [`[${lines.join(',')}]`])
    return lines.length
  })
  await client.query('set constraints all immediate')
  for (const statement of [...restoreKeys, ...restoreTriggers]) await client.query(statement)
  for (const [sequence, next] of Object.entries(sequences)) {
    await client.query('select setval($1::regclass, $2::bigint, false)', [sequence, next])
  }
}

async function insertOf(client: PoolClient, table: string, columns: string[]): Promise<string> {
  const { rows } = await client.query<{ name: string; type: string }>(
    `select format('%I', attname) as name, format_type(atttypid, atttypmod) as type
     from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
    [table],
  )
  const types = new Map(rows.map(({ name, type }) => [name, type]))
  const known = columns.flatMap((name, at) => (types.has(name) ? [{ name, at, type: types.get(name) }] : []))
  return `insert into ${table} (${known.map(({ name }) => name).join(', ')}) overriding system value
    select ${known.map(({ at, type }) => `(line ->> ${at})::${type}`).join(', ')}
    from jsonb_array_elements($1::jsonb) as given (line)`
}

/** Disables all enabled triggers and returns the statements that enable them again. */
async function disableTriggers(client: PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ alter: string; name: string; enabled: string }>(
    `select format('alter table %s', tgrelid::regclass) as alter, format('%I', tgname) as name,
            case tgenabled when 'A' then 'enable always' when 'R' then 'enable replica' else 'enable' end as enabled
     from pg_trigger join pg_class class on class.oid = tgrelid
     where not tgisinternal and tgenabled <> 'D' and class.relnamespace = 'public'::regnamespace`,
  )
  for (const { alter, name } of rows) await client.query(`${alter} disable trigger ${name}`)
  return rows.map(({ alter, name, enabled }) => `${alter} ${enabled} trigger ${name}`)
}

/** Drops all foreign keys and returns the statements that add them again. */
async function dropForeignKeys(client: PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ alter: string; name: string; definition: string }>(
    `select format('alter table %s', conrelid::regclass) as alter, format('%I', conname) as name,
            pg_get_constraintdef(oid) as definition
     from pg_constraint
     where contype = 'f' and conparentid = 0 and connamespace in ('public'::regnamespace, 'pgboss'::regnamespace)`,
  )
  for (const { alter, name } of rows) await client.query(`${alter} drop constraint ${name}`)
  return rows.map(({ alter, name, definition }) => `${alter} add constraint ${name} ${definition}`)
}
