import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { type Patient, type PatientField, patientFields, undoMerge } from '#contract'
import type { Transaction } from '#database'
import { implement, Refusal } from '#platform'
import { recordChanges } from '../changes.ts'
import { toColumns } from '../fields.ts'
import { change } from './change.ts'
import { type Known, known } from './choose.ts'
import { restoreIdentifiers } from './identifiers.ts'
import { type MergeRow, merges, toMerges } from './merges.ts'
import { lockRows, moveRowsBack, moving, type Pair } from './move.ts'
import { references } from './references.ts'
import { lockBoth } from './refuse.ts'
import { undoStates } from './undo-states.ts'

export const undo = implement(undoMerge, async ({ tx, actor, params }) => {
  const read = () => merges(tx).where('merge.id', '=', params.mergeId).executeTakeFirst()
  const found = await read()
  if (!found) throw new Refusal('merge_not_found')
  const { source, target } = await lockBoth(tx, found.sourceId, found.targetId)
  // Every merge and undo of either record needs these locks, so this is the current state.
  const merge = (await read()) ?? found
  if (merge.undoneAt) throw new Refusal('merge_undone')
  const columns = await references(tx)
  for (const reference of columns) await lockRows(tx, merge, reference)
  const states = await undoStates(
    tx,
    [merge],
    new Map([source, target].map((record) => [record.id, record])),
    columns,
  )
  const { blockers, stayed } = states.get(merge.id)!
  if (blockers.length > 0)
    throw new Refusal('undo_blocked', blockers.join(' '), { patients: [merge.targetId] })

  const pair: Pair = { ...merge, mergeId: merge.id }
  await sql`set constraints all deferred`.execute(tx)
  // The record becomes live first: some tables allow rows of live records only.
  await change(tx, source.id, { mergedInto: null })
  // A key can contain several of the columns, and was noted before the later ones moved.
  for (const reference of columns.toReversed()) {
    await moving(`The rows of ${reference.table}`, moveRowsBack(tx, pair, reference))
  }
  await restoreIdentifiers(tx, pair)
  await moving('The moved rows', sql`set constraints all immediate`.execute(tx))
  await change(tx, target.id, toColumns(await withoutMerge(tx, merge, target)))
  await markUndone(tx, merge.id, actor.userId, stayed)
  const [undone] = await toMerges(tx, [(await read()) ?? merge])
  if (!undone) throw new Error('The undone merge was not found')
  await recordChanges(tx, actor, { kind: 'undo', mergeId: merge.id }, [
    [source, undone.retired],
    [target, undone.survivor],
  ])
  return undone
})

/** Returns the survivor's former fields, with those that were edited or merged since. */
async function withoutMerge(tx: Transaction, merge: MergeRow, target: Patient): Promise<Known> {
  const left = await forgetInLaterMerges(tx, merge)
  const now = known(target)
  const restored = left.flatMap((field) =>
    isDeepStrictEqual(now[field], merge.targetAfter[field]) ? [[field, merge.targetBefore[field]]] : [],
  )
  const result: Known = { ...now, ...Object.fromEntries(restored) }
  // A name from the merge stays if edits have left no other.
  const { givenName, familyName } = now
  return result.givenName || result.familyName ? result : { ...result, givenName, familyName }
}

/**
 * Rewrites what later merges stored of the survivor: undoing them must not bring back the values of this merge.
 * @returns the fields that no later merge changed
 */
async function forgetInLaterMerges(tx: Transaction, merge: MergeRow): Promise<PatientField[]> {
  const later = await tx
    .selectFrom('patientMerges')
    .select(['id', sql<Known>`target_before`.as('before'), sql<Known>`target_after`.as('after')])
    .where('targetId', '=', merge.targetId)
    .where('undoneAt', 'is', null)
    .where(sql<boolean>`(merged_at, id) > (${merge.mergedAt}, ${merge.id})`)
    .orderBy('mergedAt')
    .orderBy('id')
    .execute()
  const { targetBefore, targetAfter } = merge
  const kept = later.map(({ id, before, after }) => ({ id, before: { ...before }, after: { ...after } }))
  const left = patientFields.filter((field) => {
    for (const { before, after } of kept) {
      if (!isDeepStrictEqual(before[field], targetAfter[field])) return false
      const changed = !isDeepStrictEqual(after[field], before[field])
      Object.assign(before, { [field]: targetBefore[field] })
      if (changed) return false
      Object.assign(after, { [field]: targetBefore[field] })
    }
    return true
  })
  await sql`
    update patient_merges m set target_before = kept.before, target_after = kept.after
    from jsonb_to_recordset(${JSON.stringify(kept)}) as kept (id uuid, before jsonb, after jsonb)
    where m.id = kept.id`.execute(tx)
  return left
}

async function markUndone(
  tx: Transaction,
  mergeId: string,
  userId: string,
  stayed: { table: string; id: string }[],
): Promise<void> {
  await tx
    .updateTable('patientMerges')
    .set({ undoneAt: sql<string>`now()`, undoneBy: userId, stayed: JSON.stringify(stayed) })
    .where('id', '=', mergeId)
    .execute()
}
