import { sql } from 'kysely'
import type { Transaction } from '#platform'
import type { Pair } from './move.ts'
import { isNoted, noted, type Reference } from './references.ts'

/** Gives the source back what moved in one column of one table. */
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
  // Rows that are alike in everything cannot be told apart, and need not be: as many go back as came.
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
