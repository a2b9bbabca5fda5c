import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../database/database.ts'
import { readMigrations } from '../database/migrate.ts'
import { type Invariant, noRow, rowsOf, type Violation } from './invariant.ts'

/** Invariants of the schema: the database still has, and obeys, the rules of its migrations. */
export const schemaInvariants: Invariant[] = [
  {
    rule: 'Every named constraint, index and trigger of the migrations exists',
    async *check({ tx }) {
      const { rows } = await sql<{ name: string }>`
        select conname as name from pg_constraint
        union select relname from pg_class where relkind = 'i'
        union select tgname from pg_trigger`.execute(tx)
      const existing = new Set(rows.map(({ name }) => name))
      for (const [name, kind] of await namedInMigrations())
        if (!existing.has(name)) yield { row: `${kind} ${name}`, what: 'it no longer exists' }
    },
  },
  noRow(
    'Every trigger, constraint and index is in force',
    sql`
      select 'trigger ' || tgname || ' on ' || tgrelid::regclass as row, 'it is disabled' as what
      from pg_trigger join pg_class on pg_class.oid = tgrelid
      where relnamespace = quote_ident(current_schema())::regnamespace and tgenabled <> 'O'
      union all
      select 'constraint ' || conname, 'it was never validated' from pg_constraint
      where connamespace = quote_ident(current_schema())::regnamespace and not convalidated
      union all
      select 'index ' || indexrelid::regclass, 'it is not valid' from pg_index join pg_class on pg_class.oid = indexrelid
      where relnamespace = quote_ident(current_schema())::regnamespace and not (indisvalid and indisready)`,
  ),
  {
    rule: 'Every foreign key refers to an existing row',
    check: ({ tx }) => together(tx, foreignKeys),
  },
  {
    rule: 'Every row satisfies the checks of its table',
    check: ({ tx }) => together(tx, checks),
  },
  {
    rule: 'Every unique value exists once',
    async *check({ tx }) {
      // Does not use indexes, which may be broken, for example by a new version of the collation.
      const byIndex = ['enable_indexscan', 'enable_indexonlyscan', 'enable_bitmapscan']
      for (const setting of byIndex) await sql`select set_config(${setting}, 'off', true)`.execute(tx)
      yield* together(tx, uniques)
      for (const setting of byIndex) await sql`select set_config(${setting}, 'on', true)`.execute(tx)
    },
  },
]

/** Runs the queries found in the catalog as one. */
async function* together(tx: Transaction, found: RawBuilder<{ query: string }>): AsyncGenerator<Violation> {
  const { rows } = await found.execute(tx)
  if (rows.length > 0)
    yield* rowsOf(tx, sql<Violation>`${sql.raw(rows.map(({ query }) => query).join(' union all '))}`)
}

/** Returns the primary key of the table with the OID `of`, as an expression on its alias `t`. */
const keyOf = (of: RawBuilder<unknown>) => sql`(
  select 'concat_ws(''/'', ' || string_agg(format('t.%I', attname), ', ' order by part) || ')'
  from pg_index cross join unnest(indkey::int2[]) with ordinality as k (attnum, part)
  join pg_attribute a on a.attrelid = indrelid and a.attnum = k.attnum
  where indrelid = ${of} and indisprimary)`

const foreignKeys = sql<{ query: string }>`
  select format(
    'select %L || %s as row, %L || concat_ws(''/'', %s) || %L as what from %s t where %s and not exists (select from %s r where %s)',
    conrelid::regclass || ' ', ${keyOf(sql`conrelid`)}, 'its ' || names || ', ', own, ', is not in ' || confrelid::regclass,
    conrelid::regclass, filled, confrelid::regclass, same) as query
  from pg_constraint cross join lateral (
    select string_agg(own.attname, ', ') as names,
      string_agg(format('t.%I', own.attname), ', ') as own,
      string_agg(format('t.%I is not null', own.attname), ' and ') as filled,
      string_agg(format('r.%I = t.%I', other.attname, own.attname), ' and ') as same
    from unnest(conkey, confkey) as k (own, other)
    join pg_attribute own on own.attrelid = conrelid and own.attnum = k.own
    join pg_attribute other on other.attrelid = confrelid and other.attnum = k.other
  ) as columns
  where contype = 'f' and connamespace = quote_ident(current_schema())::regnamespace and conparentid = 0`

const checks = sql<{ query: string }>`
  select format('select %L || %s as row, %L as what from %s t where not (%s)',
    conrelid::regclass || ' ', ${keyOf(sql`conrelid`)}, 'it breaks ' || conname, conrelid::regclass,
    pg_get_expr(conbin, conrelid)) as query
  from pg_constraint
  where contype = 'c' and conrelid <> 0 and connamespace = quote_ident(current_schema())::regnamespace and conparentid = 0`

const uniques = sql<{ query: string }>`
  select format(
    'select %L || concat_ws(''/'', %s) as row, count(*) || '' times'' as what from (select %s from %s where %s) t where %s group by %s having count(*) > 1',
    indrelid::regclass || ' (' || indexrelid::regclass || ') ', names, parts, indrelid::regclass,
    coalesce(pg_get_expr(indpred, indrelid), 'true'), case when indnullsnotdistinct then 'true' else filled end, names) as query
  from pg_index join pg_class on pg_class.oid = indexrelid cross join lateral (
    select string_agg(format('(%s) as k%s', expression, n), ', ') as parts, string_agg('k' || n, ', ') as names,
      string_agg(format('k%s is not null', n), ' and ') as filled
    from generate_series(1, indnkeyatts) n cross join pg_get_indexdef(indexrelid, n, false) expression
  ) as expressions
  where indisunique and relnamespace = quote_ident(current_schema())::regnamespace`

/** Returns the names created and not dropped by the migrations, with their kinds. */
async function namedInMigrations(): Promise<Map<string, string>> {
  const named = new Map<string, string>()
  for (const { sql } of await readMigrations()) {
    const text = sql.replaceAll(/--.*$/gm, '')
    for (const [, dropped, kind = '', name = ''] of text.matchAll(namings))
      if (dropped) named.delete(name)
      else named.set(name, kind)
  }
  return named
}

const namings =
  /\b(?:(drop)\s+|create\s+(?:unique\s+)?)?\b(trigger|index|constraint)\s+(?:if\s+(?:not\s+)?exists\s+)?(\w+)(?=\s+(?:on|before|after|check|unique|primary|foreign|exclude|references|not\s+null)\b|\s*[;,])/gi
