import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '#platform'

/** A column of any table that refers to patients. Names are quoted, ready to stand in SQL. */
export interface Reference {
  /** As people are told: `invoices`, and `other.table` where it is not in our own schema. */
  table: string
  column: string
  relation: string
  quotedColumn: string
  /** It refers to `live_id`: a retired record cannot have rows here. */
  liveOnly: boolean
  columns: string[]
  /** The primary key; empty where there is none. */
  primaryKey: KeyColumn[]
  /** What its rows must fulfil that has to do with this column. */
  checks: string[]
  uniques: Unique[]
}

interface KeyColumn {
  name: string
  quoted: string
  type: string
}

/** A unique or exclusion constraint, or a unique index, which may have expressions and a condition. */
interface Unique {
  expressions: string[]
  operators: string[]
  nullsEqual: boolean
  condition: string | null
}

/**
 * What stays as it is when records are merged: the merges themselves, and judgements about a pair of records. Everything
 * else that has a foreign key to patients moves.
 */
export const notMoved: Record<string, string[]> = {
  patients: ['merged_into'],
  patient_merges: ['source_id', 'target_id'],
  not_duplicate_pairs: ['patient_a', 'patient_b'],
}

/**
 * Every column that a merge moves, from PostgreSQL's own catalogue. A foreign key of a partitioned table is listed once;
 * a generated column follows those that it is made from.
 */
export async function references(tx: Reader): Promise<Reference[]> {
  const { rows } = await catalogue.execute(tx)
  return rows.filter(({ table, column }) => !notMoved[table]?.includes(column))
}

const catalogue = sql<Reference>`
  select
    case when n.nspname = current_schema() then c.relname else n.nspname || '.' || c.relname end as "table",
    a.attname as "column",
    format('%I.%I', n.nspname, c.relname) as relation,
    quote_ident(a.attname) as "quotedColumn",
    bool_or(referred.attname = 'live_id') as "liveOnly",
    (select jsonb_agg(quote_ident(attname) order by attnum) from pg_attribute
      where attrelid = c.oid and attnum > 0 and not attisdropped) as columns,
    (select coalesce(jsonb_agg(jsonb_build_object(
        'name', pk.attname, 'quoted', quote_ident(pk.attname), 'type', format_type(pk.atttypid, pk.atttypmod)
      ) order by part.n), '[]')
      from pg_index i
      cross join unnest(i.indkey::int2[]) with ordinality as part (attnum, n)
      join pg_attribute pk on pk.attrelid = i.indrelid and pk.attnum = part.attnum
      where i.indrelid = c.oid and i.indisprimary and part.n <= i.indnkeyatts) as "primaryKey",
    (select coalesce(jsonb_agg(pg_get_expr(conbin, conrelid) order by conname), '[]') from pg_constraint
      where conrelid = c.oid and contype = 'c' and a.attnum = any (conkey)) as checks,
    (select coalesce(jsonb_agg(jsonb_build_object(
        'expressions', (
          select jsonb_agg(pg_get_indexdef(i.indexrelid, n, false) order by n) from generate_series(1, i.indnkeyatts) n),
        'operators', (
          select jsonb_agg(coalesce('operator(' || quote_ident(opn.nspname) || '.' || op.oprname || ')', '=') order by n)
          from generate_series(1, i.indnkeyatts) n
          left join pg_constraint x on x.conindid = i.indexrelid and x.contype = 'x'
          left join pg_operator op on op.oid = x.conexclop[n]
          left join pg_namespace opn on opn.oid = op.oprnamespace),
        'nullsEqual', i.indnullsnotdistinct,
        'condition', pg_get_expr(i.indpred, i.indrelid))), '[]')
      from pg_index i
      where i.indrelid = c.oid and (i.indisunique or i.indisexclusion)
      and (a.attnum = any (i.indkey::int2[]) or i.indexprs is not null or i.indpred is not null)) as uniques
  from pg_constraint fk
  join pg_class c on c.oid = fk.conrelid
  join pg_namespace n on n.oid = c.relnamespace
  cross join unnest(fk.conkey, fk.confkey) as part (attnum, referred)
  join pg_attribute a on a.attrelid = fk.conrelid and a.attnum = part.attnum
  join pg_attribute referred on referred.attrelid = fk.confrelid and referred.attnum = part.referred
  where fk.contype = 'f' and fk.confrelid = 'patients'::regclass and fk.conparentid = 0
  and referred.attname in ('id', 'live_id') and a.attgenerated = ''
  group by c.oid, n.nspname, c.relname, a.attnum, a.attname
  order by 1, 2`

/** A row's key as it is noted: the primary key without this column, or all the rest of a row that has none. */
export function noted({ column, primaryKey }: Reference, row: string): RawBuilder<string[]> {
  if (primaryKey.length === 0) return sql`array[(to_jsonb(${sql.raw(row)}) - ${sql.lit(column)})::text]`
  const parts = primaryKey.filter(({ name }) => name !== column)
  return sql`array[${sql.raw(parts.map(({ quoted }) => `${row}.${quoted}::text`).join(', '))}]::text[]`
}

/** Whether `row` is the one whose key was noted as `key`, such that an index on the primary key serves. */
export function isNoted(reference: Reference, row: string, key: string): RawBuilder<boolean> {
  const { column, primaryKey } = reference
  if (primaryKey.length === 0) return sql`${noted(reference, row)} = ${sql.raw(key)}`
  const parts = primaryKey.flatMap(({ name, quoted, type }) => (name === column ? [] : [{ quoted, type }]))
  const same = parts.map(({ quoted, type }, n) => `${row}.${quoted} = (${key})[${n + 1}]::${type}`)
  return sql`(${sql.raw(['true', ...same].join(' and '))})`
}
