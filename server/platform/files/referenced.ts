import { sql } from 'kysely'
import type { Reader } from '../database/database.ts'
import type { Session } from '../database/session.ts'

/** A statement per table with a column that refers to files. */
const statements = `
  select format('select file_key, bytes, %s as sha256 from %s where file_key is not null',
    case when exists (
      select from pg_attribute other where other.attrelid = file.attrelid and other.attname = 'stored_sha256' and not other.attisdropped
    ) then 'coalesce(stored_sha256, sha256)' else 'sha256' end, attrelid::regclass) as query
  from pg_attribute file join pg_class class on class.oid = attrelid
  where attname = 'file_key' and not attisdropped and class.relkind = 'r'
    and class.relnamespace = quote_ident(current_schema())::regnamespace`

const together = (rows: { query: string }[]): string => {
  const all = rows.map(({ query }) => query).join(' union ')
  return `select * from (${all || 'select null as file_key, 0 as bytes, null as sha256 where false'}) files`
}

/**
 * Returns a query for all files that rows refer to: `file_key`, `bytes` and `sha256`. Columns that refer to a file are
 * named `file_key`; the other two are next to them. A `stored_sha256` is that of a file that is no longer as it was uploaded.
 */
export async function referencedFiles(client: Pick<Session, 'query'>): Promise<string> {
  const { rows } = await client.query<{ query: string }>(statements)
  return together(rows)
}

/** Returns which of these files any row refers to. */
export async function referredFiles(reader: Reader, keys: string[]): Promise<string[]> {
  const { rows } = await sql.raw<{ query: string }>(statements).execute(reader)
  const found = await sql<{ fileKey: string }>`
    ${sql.raw(together(rows))} where file_key = any(${keys}::text[])`.execute(reader)
  return found.rows.map(({ fileKey }) => fileKey)
}
