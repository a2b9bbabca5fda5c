import { sql } from 'kysely'
import type { Merge, Patient } from '#contract'
import type { Reader } from '#database'
import { patientName } from '../live.ts'
import { asMoved, breaking, hasRules } from './breaking.ts'
import { isNoted, noted, type Reference, references } from './references.ts'

/** The sentences that say why a merge cannot be undone, and the rows that an undo leaves with the survivor. */
export interface UndoState {
  blockers: string[]
  stayed: Merge['stayed']
}

interface Undoable {
  id: string
  targetId: string
  undoneAt: string | null
  stayed: Merge['stayed'] | null
}

const mostStayed = 200

/**
 * Determines the undo states of any number of merges with two or three statements per column that refers to patients.
 * @param known the columns, if the caller has read them
 */
export async function undoStates(
  tx: Reader,
  merges: Undoable[],
  patientOf: Map<string, Patient>,
  known?: Reference[],
): Promise<Map<string, UndoState>> {
  const states = new Map<string, UndoState>(
    merges.map(({ id, targetId, undoneAt, stayed }) => {
      const blockers: string[] = []
      const survivor = patientOf.get(targetId)
      if (undoneAt) blockers.push('The merge is already undone.')
      else if (survivor?.mergedInto)
        blockers.push(
          `The survivor, ${patientName(survivor)}, has since been merged into another record. Undo that merge first.`,
        )
      return [id, { blockers, stayed: stayed ?? [] }]
    }),
  )
  // A survivor that is merged has lost everything, so its missing rows mean nothing.
  const inForce = merges.flatMap(({ id }) => (states.get(id)?.blockers.length ? [] : [id]))
  if (inForce.length === 0) return states

  const columns = known ?? (await references(tx))
  for (const { merge, table, rows } of await lostColumns(tx, inForce, columns))
    states.get(merge)?.blockers.push(`${counted(rows, table)} moved in a column that no longer exists.`)
  for (const reference of columns) {
    for (const { merge, rows } of await lostRows(tx, inForce, reference))
      states
        .get(merge)
        ?.blockers.push(
          `${counted(rows, reference.table)} that moved ${rows === 1 ? 'has' : 'have'} since been deleted or moved to another patient.`,
        )
    for (const { merge, rows } of await rowsThatDoNotFit(tx, inForce, reference))
      states
        .get(merge)
        ?.blockers.push(
          `${counted(rows, reference.table)} that moved ${rows === 1 ? 'was' : 'were'} since changed to equal what the merged record already has.`,
        )
    for (const { merge, id } of await rowsMadeSince(tx, inForce, reference)) {
      const { stayed } = states.get(merge)!
      if (stayed.length < mostStayed) stayed.push({ table: reference.table, id })
    }
  }
  return states
}

const counted = (rows: number, table: string) => `${rows} ${rows === 1 ? 'row' : 'rows'} of ${table}`

interface PerMerge {
  merge: string
  rows: number
}

async function lostColumns(tx: Reader, merges: string[], columns: Reference[]) {
  const there = columns.map(({ table, column }) => `${table} ${column}`)
  const { rows } = await sql<PerMerge & { table: string }>`
    select merge_id as merge, table_name as "table", count(*) as rows from patient_merge_rows
    where merge_id = any (${merges}::uuid[]) and kind = 'moved'
    and table_name || ' ' || column_name <> all (${there}::text[])
    group by 1, 2 order by 2`.execute(tx)
  return rows
}

/** Counts moved rows that the target no longer has. Identifiers are omitted because an undo rewrites them. */
async function lostRows(tx: Reader, merges: string[], reference: Reference): Promise<PerMerge[]> {
  if (reference.table === 'patient_identifiers') return []
  const { rows } = await sql<PerMerge>`
    select merge, sum(rows - there) as rows from (
      select r.merge_id as merge, count(*) as rows, least(count(*), (
        select count(*) from ${sql.raw(reference.relation)} t
        where t.${sql.raw(reference.quotedColumn)} = g.target_id and ${isNoted(reference, 't', 'r.key')})) as there
      from patient_merge_rows r join patient_merges g on g.id = r.merge_id
      where r.merge_id = any (${merges}::uuid[]) and r.kind = 'moved'
      and r.table_name = ${reference.table} and r.column_name = ${reference.column}
      group by r.merge_id, g.target_id, r.key
    ) as found group by merge having sum(rows - there) > 0`.execute(tx)
  return rows.map(({ merge, rows }) => ({ merge, rows: Number(rows) }))
}

/** Counts moved rows that cannot move back because an edit made them equal to one that stayed with the source. */
async function rowsThatDoNotFit(tx: Reader, merges: string[], reference: Reference): Promise<PerMerge[]> {
  if (!hasRules(reference) || reference.table === 'patient_identifiers') return []
  const goingBack = asMoved(
    reference,
    sql`g.source_id`,
    sql`g.id`,
    sql`patient_merges g join patient_merge_rows r on r.merge_id = g.id
      join ${sql.raw(reference.relation)} t on t.${sql.raw(reference.quotedColumn)} = g.target_id
        and ${isNoted(reference, 't', 'r.key')}
      where g.id = any (${merges}::uuid[]) and r.kind = 'moved'
      and r.table_name = ${reference.table} and r.column_name = ${reference.column}`,
  )
  const { rows } = await sql<PerMerge>`
    select "the merge" as merge, count(distinct ("the table", "the place")) as rows
    from (${breaking(reference, goingBack)}) as broken group by 1`.execute(tx)
  return rows
}

async function rowsMadeSince(tx: Reader, merges: string[], reference: Reference) {
  const { primaryKey, relation, quotedColumn, table, column } = reference
  const id =
    primaryKey.length === 0
      ? sql`(to_jsonb(t))::text`
      : sql`concat_ws('/', ${sql.raw(primaryKey.map(({ quoted }) => `t.${quoted}`).join(', '))})`
  const { rows } = await sql<{ merge: string; id: string }>`
    select g.id as merge, made.id from patient_merges g cross join lateral (
      select ${id} as id from ${sql.raw(relation)} t
      where t.${sql.raw(quotedColumn)} = g.target_id and not exists (
        select from patient_merge_rows r
        where r.merge_id = g.id and r.table_name = ${table} and r.column_name = ${column}
        and r.kind in ('own', 'moved') and r.key = ${noted(reference, 't')})
      order by 1 limit ${mostStayed}
    ) as made
    where g.id = any (${merges}::uuid[]) order by 1, 2`.execute(tx)
  return rows
}
