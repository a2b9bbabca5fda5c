import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '#database'
import { Refusal } from '#platform'
import { asMoved, breaking, hasRules } from './breaking.ts'
import { isNoted, noted, type Reference } from './references.ts'

/** The two records of a merge. */
export interface Pair {
  mergeId: string
  sourceId: string
  targetId: string
}

/**
 * Moves the rows of one column of one table to the target, and notes each row and the target's own rows. Rows that would
 * violate a constraint stay with the source, such as an identifier that both have.
 * @returns how many rows stayed
 */
export async function moveRows(tx: Transaction, pair: Pair, reference: Reference): Promise<number> {
  const { mergeId, sourceId, targetId } = pair
  const [relation, column] = [sql.raw(reference.relation), sql.raw(reference.quotedColumn)]
  const ruled = hasRules(reference)
  // No row may change between this check and the move.
  if (ruled) await lockRows(tx, pair, reference)
  const broken = ruled
    ? breaking(
        reference,
        asMoved(
          reference,
          sql`${targetId}::uuid`,
          sql`null`,
          sql`${relation} t where t.${column} = ${sourceId}::uuid`,
        ),
      )
    : sql`select null as "the merge", null::oid as "the table", null::tid as "the place" where false`
  const note = (kind: string, from: string) =>
    sql`select ${mergeId}::uuid, ${reference.table}, ${reference.column}, key, ${kind} from ${sql.raw(from)}`

  const { rows } = await sql<{ keptBack: number }>`
    with broken as materialized (${broken}),
    own as (select ${noted(reference, 't')} as key from ${relation} t where t.${column} = ${targetId}::uuid),
    kept_back as (
      select ${noted(reference, 't')} as key from ${relation} t
      where t.${column} = ${sourceId}::uuid
      and (t.tableoid, t.ctid) in (select "the table", "the place" from broken)
    ),
    moved as (
      update ${relation} t set ${column} = ${targetId}::uuid
      where t.${column} = ${sourceId}::uuid
      and not exists (select from broken where "the table" = t.tableoid and "the place" = t.ctid)
      returning ${noted(reference, 't')} as key
    ),
    noted as (
      insert into patient_merge_rows (merge_id, table_name, column_name, key, kind)
      ${note('own', 'own')} union all ${note('kept_back', 'kept_back')} union all ${note('moved', 'moved')}
    )
    select count(*) as "keptBack" from kept_back`.execute(tx)
  return rows[0]?.keptBack ?? 0
}

/** Moves the rows of one column of one table back to the source. */
export async function moveRowsBack(tx: Transaction, pair: Pair, reference: Reference): Promise<void> {
  const { mergeId, sourceId, targetId } = pair
  const [relation, column] = [sql.raw(reference.relation), sql.raw(reference.quotedColumn)]
  const moved = sql`r.merge_id = ${mergeId} and r.kind = 'moved'
    and r.table_name = ${reference.table} and r.column_name = ${reference.column}`
  if (reference.primaryKey.length > 0) {
    await sql`
      update ${relation} t set ${column} = ${sourceId}::uuid from patient_merge_rows r
      where ${moved} and t.${column} = ${targetId}::uuid and ${isNoted(reference, 't', 'r.key')}`.execute(tx)
    return
  }
  // Identical rows are interchangeable: as many move back as came.
  await sql`
    update ${relation} t set ${column} = ${sourceId}::uuid from (
      select tableoid as "table", ctid as place, key, row_number() over (partition by key) as nth from (
        select t.tableoid, t.ctid, ${noted(reference, 't')} as key from ${relation} t
        where t.${column} = ${targetId}::uuid) as there
    ) as alike
    join (select key, count(*) as count from patient_merge_rows r where ${moved} group by key) as came
      on came.key = alike.key and alike.nth <= came.count
    where t.tableoid = alike."table" and t.ctid = alike.place`.execute(tx)
}

/** Locks the rows of both records in one column of one table. */
export async function lockRows(
  tx: Transaction,
  { sourceId, targetId }: Pick<Pair, 'sourceId' | 'targetId'>,
  { relation, quotedColumn }: Reference,
): Promise<void> {
  await sql`select from ${sql.raw(relation)} t
    where t.${sql.raw(quotedColumn)} in (${sourceId}, ${targetId}) for update`.execute(tx)
}

/**
 * Awaits moving rows in either direction.
 * @param what such as `The rows of invoices`
 * @throws Refusal `merge_collision` if the table forbids it in a way that cannot be checked first, such as a trigger
 */
export async function moving<T>(what: string, move: Promise<T>): Promise<T> {
  try {
    return await move
  } catch (error) {
    const { code, message } = error as { code?: unknown; message?: unknown }
    if (typeof code !== 'string' || !code.startsWith('23')) throw error
    throw new Refusal('merge_collision', `${what} cannot change owner: ${message}.`)
  }
}

/** Counts the moved rows of each table. A row that refers to the source in two columns counts once. */
export function countMoved(mergeId: string, moving: Reference[]): RawBuilder<string> {
  const keyless = moving.filter(({ primaryKey }) => primaryKey.length === 0).map(({ table }) => table)
  return sql`(
    select coalesce(jsonb_object_agg(table_name, rows), '{}') from (
      select table_name,
        case when table_name = any (${keyless}::text[]) then count(*) else count(distinct key) end as rows
      from patient_merge_rows where merge_id = ${mergeId} and kind = 'moved' group by table_name
    ) as counted)`
}
