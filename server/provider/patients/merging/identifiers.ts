import { sql } from 'kysely'
import type { Transaction } from '#database'
import type { Pair } from './move.ts'

const isMoved = (mergeId: string) => sql`exists (
  select from patient_merge_rows r where r.merge_id = ${mergeId} and r.kind = 'moved'
  and r.table_name = 'patient_identifiers' and r.column_name = 'patient_id' and r.key = array[i.id::text])`

/** Sets the use of moved identifiers to `old` and puts them after the survivor's own. */
export async function markOld(tx: Transaction, { mergeId, targetId }: Pair): Promise<void> {
  await sql`
    update patient_identifiers i set use = 'old', position = i.position + (
      select coalesce(max(own.position), -1) + 1 from patient_identifiers own
      where own.patient_id = ${targetId} and own.id not in (
        select key[1]::uuid from patient_merge_rows
        where merge_id = ${mergeId} and kind = 'moved' and table_name = 'patient_identifiers'))
    where i.patient_id = ${targetId} and ${isMoved(mergeId)}`.execute(tx)
}

/**
 * Restores the source's identifiers, including those removed from the survivor since. Each gets its former use, unless
 * someone has changed it.
 */
export async function restoreIdentifiers(tx: Transaction, { mergeId, sourceId }: Pair): Promise<void> {
  await sql`
    insert into patient_identifiers as i (id, patient_id, position, system, value, use)
    select had.id, ${sourceId}::uuid, had.position, had.system, had.value, had.use
    from patient_merges g, jsonb_to_recordset(g.source_before -> 'identifiers')
      as had (id uuid, position integer, system text, value text, use text)
    where g.id = ${mergeId}
    on conflict (id) do update set position = excluded.position,
      use = case when i.use = 'old' then excluded.use else i.use end`.execute(tx)
}
