import type { Database } from '#database'

/** Returns the columns of all tables whose text contains a mark, ignoring case, as `table.column`. */
export async function placesOf({ pool }: Database, ...marks: string[]): Promise<string[]> {
  const { rows: columns } = await pool.query<{ table: string; column: string; type: string }>(`
    select table_name as table, column_name as column, data_type as type from information_schema.columns
    where table_schema = current_schema() and table_name not like 'pg_%'
    and table_name in (select table_name from information_schema.tables where table_type = 'BASE TABLE')`)
  const found: string[] = []
  for (const { table, column, type } of columns) {
    const text = type === 'bytea' ? `encode("${column}", 'escape')` : `"${column}"::text`
    const { rows } = await pool.query<{ found: boolean }>(
      `select exists (select from "${table}" t, unnest($1::text[]) mark where position(mark in lower(${text})) > 0) as found`,
      [marks],
    )
    if (rows[0]!.found) found.push(`${table}.${column}`)
  }
  return found.sort()
}
