import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Session } from '#database'
import { own, setOwn } from '#rules/own'
import { type Beginning, chunkBytes, type End, entryName, relation } from '../archive/format.ts'
import type { ArchiveWriter } from '../archive/write-archive.ts'

const compress = promisify(gzip)

/** Of the job queue, only pending work is saved: the next start recreates the rest. Backups are not work on the data. */
const ofQueue: Record<string, string> = {
  'pgboss.queue': 'not partition',
  'pgboss.job': `state in ('created', 'retry', 'active') and name not like 'backups.%'`,
}
/** These describe the installation and not its data. */
const left = ['schema_migrations', 'backups', 'nodes', 'file_storage']

/** The name of a table or sequence in a backup. The schema of our tables is called `public` there, whatever its name is. */
const nameOf = (schema: string, name: string) =>
  `format('%I.%I', case when ${schema} = current_schema() then 'public' else ${schema} end, ${name})`

/** Returns the tables of a backup with their columns, without generated ones. */
export async function tablesOf(client: Session): Promise<Beginning['tables']> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select ${nameOf('space.nspname', 'class.relname')} as name,
            array_agg(format('%I', attname) order by attnum) as columns
     from pg_class class
     join pg_namespace space on space.oid = class.relnamespace
     join pg_attribute on attrelid = class.oid and attnum > 0 and not attisdropped and attgenerated = ''
     where class.relkind in ('r', 'p') and not class.relispartition
       and not exists (select from pg_depend where objid = class.oid and deptype = 'e')
       and ((space.nspname = current_schema() and class.relname <> all ($2))
         or ${nameOf('space.nspname', 'class.relname')} = any ($1))
     group by 1 order by 1`,
    [Object.keys(ofQueue), left],
  )
  return Object.fromEntries(rows.map(({ name, columns }) => [name, columns]))
}

/** Returns the next value of each sequence. `pg_sequences` lacks it for a sequence that was just set. */
export async function sequencesOf(client: Session): Promise<Beginning['sequences']> {
  const { rows: statements } = await client.query<{ text: string }>(
    `select format('select %L as name, (last_value + case when is_called then %s else 0 end)::text as next from %I',
              ${nameOf('schemaname', 'sequencename')}, increment_by, sequencename) as text
     from pg_sequences where schemaname = current_schema()`,
  )
  const { rows } = await client.query<{ name: string; next: string }>(
    `${statements.map(({ text }) => text).join(' union all ')} order by name`,
  )
  return Object.fromEntries(rows.map(({ name, next }) => [name, next]))
}

/** Writes all rows of all tables, a few megabytes at a time, and returns their counts. */
export async function dumpTables(
  client: Session,
  tables: Beginning['tables'],
  archive: ArchiveWriter,
): Promise<End['rows']> {
  const rows: End['rows'] = {}
  for (const [table, columns] of Object.entries(tables)) {
    let [number, count] = [0, 0]
    for await (const lines of chunksOf(client, table, columns)) {
      await archive.add(entryName.rows(table, ++number), await compress(lines.join('')))
      count += lines.length
    }
    setOwn(rows, table, count)
  }
  return rows
}

/** A row that takes more than this in its table, where text is compressed, is read by itself. */
const longRowBytes = 8192
const rowsAtATime = 500

/**
 * Yields chunks of lines. The memory that this takes depends on the longest row and not on their number, so the cursor
 * returns only the places of long rows.
 */
async function* chunksOf(client: Session, table: string, columns: string[]): AsyncGenerator<string[]> {
  const values = columns.map((column) => `${column}::text`).join(', ')
  const line = `array_to_json(array[${values}])::text`
  const size = columns.map((column) => `coalesce(pg_column_size(${column}), 0)`).join(' + ')
  const where = own(ofQueue, table) ? `where ${own(ofQueue, table)}` : ''
  await client.query(
    `declare rows no scroll cursor for
     select case when ${size} <= ${longRowBytes} then ${line} end as line, tableoid, ctid from ${relation(table)} ${where}`,
  )
  const longRow = `select ${line} as line from ${relation(table)} where tableoid = $1 and ctid = $2`
  let lines: string[] = []
  let length = 0
  for (;;) {
    const { rows } = await client.query<{ line: string | null; tableoid: number; ctid: string }>(
      `fetch ${rowsAtATime} from rows`,
    )
    if (rows.length === 0) break
    for (const { line, tableoid, ctid } of rows) {
      const text =
        line ?? (await client.query<{ line: string }>(longRow, [tableoid, ctid])).rows[0]?.line ?? ''
      lines.push(`${text}\n`)
      length += text.length
      if (length < chunkBytes / 2) continue
      yield lines
      lines = []
      length = 0
    }
  }
  if (lines.length > 0) yield lines
  await client.query('close rows')
}
