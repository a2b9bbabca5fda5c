import { isBeforeReleases } from './migrate.ts'
import type { Pool } from './pool.ts'
import type { Session } from './session.ts'

/**
 * Returns whether a database is empty, has the tables of Aerie or of a version before 0.1.0, or those of something else.
 * One statement looks for both, because another node may be creating them.
 */
export async function contentsOf(
  pool: Pool,
): Promise<'nothing' | 'aerie' | 'before 0.1.0' | { foreignTable: string }> {
  // Other programs have a table of this name, too.
  const { rows } = await pool.query<{ isOurs: boolean; table: string | null }>(
    `select (${anyTableName}) as "table", (
      select count(*) = 2 from information_schema.columns
      where table_schema = current_schema() and table_name = 'schema_migrations' and column_name in ('name', 'hash')
    ) as "isOurs"`,
  )
  const { isOurs, table } = rows[0]!
  if (isOurs) {
    const { rows: applied } = await pool.query<{ name: string }>('select name from schema_migrations')
    return isBeforeReleases(applied) ? 'before 0.1.0' : 'aerie'
  }
  return table === null ? 'nothing' : { foreignTable: table }
}

/** Returns the name of a table where Aerie creates its own; undefined if there is none. Those of extensions do not count. */
export async function anyTable(db: Pool | Session): Promise<string | undefined> {
  const { rows } = await db.query<{ name: string }>(anyTableName)
  return rows[0]?.name
}

const anyTableName = `
  select oid::regclass::text as name from pg_class class
  where relkind in ('r', 'p') and (relnamespace = quote_ident(current_schema())::regnamespace or relnamespace = to_regnamespace('pgboss'))
    and not exists (select from pg_depend where objid = class.oid and deptype = 'e')
  limit 1`
