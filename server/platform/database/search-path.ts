import type { QueryResult } from 'pg'

/**
 * Selects a search path that begins with the schema of our tables, and has those of extensions. Null if there are no tables
 * yet, or two installations and the role's own path has neither: then that path stays. A path that leads nowhere leads to `public`.
 */
const select = `
with ours as (
  select nspname as name, array_position(current_schemas(false), nspname) as place
  from pg_class history join pg_namespace on pg_namespace.oid = history.relnamespace
  where history.relname = 'schema_migrations' and history.relkind = 'r'
    and exists (select from pg_attribute where attrelid = history.oid and attname = 'hash')
    and exists (select from pg_class where relnamespace = history.relnamespace and relname = 'api_keys')
), found as (
  select name from ours where place is not null or (select count(*) from ours) = 1 order by place limit 1
), extensions as (
  select distinct nspname as name from pg_extension join pg_namespace on pg_namespace.oid = extnamespace
  where nspname <> 'pg_catalog' and nspname not in (select name from found)
)
select case when exists (select from found) then concat_ws(', ',
    (select quote_ident(name) from found),
    (select string_agg(quote_ident(name), ', ' order by name) from extensions))
  when current_schema() is null then 'public' end as path`

/** Returns the search path to set on a connection, or null to leave it as it is. */
export async function searchPathOf(on: { query(sql: string): Promise<QueryResult> }): Promise<string | null> {
  const { rows } = await on.query(select)
  return rows[0]?.path ?? null
}
