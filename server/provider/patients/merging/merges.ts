import { sql } from 'kysely'
import type { Merge } from '#contract'
import type { Reader } from '#database'
import { patients, toPatient } from '../patient-rows.ts'
import type { Known } from './choose.ts'
import { type UndoState, undoStates } from './undo-states.ts'

/** Selects merges with the users who performed and undid them, for the caller to filter. */
export function merges(tx: Reader) {
  return tx
    .selectFrom('patientMerges as merge')
    .innerJoin('users as merger', 'merger.id', 'merge.mergedBy')
    .leftJoin('users as undoer', 'undoer.id', 'merge.undoneBy')
    .select([
      'merge.id',
      'merge.sourceId',
      'merge.targetId',
      'merge.reason',
      'merge.mergedAt',
      'merge.undoneAt',
      sql<{ id: string; name: string }>`jsonb_build_object('id', merger.id, 'name', merger.name)`.as(
        'mergedBy',
      ),
      sql<{ id: string; name: string } | null>`case when undoer.id is not null
        then jsonb_build_object('id', undoer.id, 'name', undoer.name) end`.as('undoneBy'),
      sql<Known>`merge.target_before`.as('targetBefore'),
      sql<Known>`merge.target_after`.as('targetAfter'),
      sql<Merge['moved']>`merge.moved`.as('moved'),
      sql<Merge['conflicts']>`merge.conflicts`.as('conflicts'),
      sql<Merge['warnings']>`merge.warnings`.as('warnings'),
      sql<Merge['stayed'] | null>`merge.stayed`.as('stayed'),
    ])
}

export type MergeRow = Awaited<ReturnType<ReturnType<typeof merges>['executeTakeFirstOrThrow']>>

/**
 * Converts rows to merges, with the current state of both records. The number of statements does not depend on that of the
 * rows.
 * @param known the undo states, if the caller has them
 */
export async function toMerges(
  tx: Reader,
  rows: MergeRow[],
  known?: Map<string, UndoState>,
): Promise<Merge[]> {
  if (rows.length === 0) return []
  const ids = rows.flatMap(({ sourceId, targetId }) => [sourceId, targetId])
  const records = await patients(tx).where('patients.id', 'in', ids).execute()
  const patientOf = new Map(records.map((record) => [record.id, toPatient(record)]))
  const states = known ?? (await undoStates(tx, rows, patientOf))
  return rows.map(({ sourceId, targetId, targetBefore: _before, targetAfter: _after, ...row }) => {
    const { blockers, stayed } = states.get(row.id)!
    return {
      ...row,
      preview: false,
      survivor: patientOf.get(targetId)!,
      retired: patientOf.get(sourceId)!,
      undo: { possible: blockers.length === 0, blockers },
      stayed,
    }
  })
}
