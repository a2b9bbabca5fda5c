import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { mergeFields, type Patient, undoMerge } from '#contract'
import { implement, Refusal, type Transaction } from '#platform'
import { toColumns } from '../fields.ts'
import { change } from './change.ts'
import { type Known, known } from './choose.ts'
import { restoreIdentifiers } from './identifiers.ts'
import { type MergeRow, merges, toMerges } from './merges.ts'
import { lockRows, moving, type Pair } from './move.ts'
import { moveRowsBack } from './move-back.ts'
import { references } from './references.ts'
import { lockBoth } from './refuse.ts'
import { undoStates } from './undo-states.ts'

export const undo = implement(undoMerge, async ({ tx, actor, params }) => {
  const read = () => merges(tx).where('merge.id', '=', params.mergeId).executeTakeFirst()
  const found = await read()
  if (!found) throw new Refusal('merge_not_found')
  const { source, target } = await lockBoth(tx, found.sourceId, found.targetId)
  // Whoever merges or undoes either record holds the same locks, so this is how things are now.
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
  if (blockers.length > 0) throw new Refusal('undo_blocked', blockers.join(' '))

  const pair: Pair = { ...merge, mergeId: merge.id }
  await sql`set constraints all deferred`.execute(tx)
  // Alive again first: some tables let only live records have rows.
  await change(tx, source.id, { mergedInto: null })
  // A key may hold several of the columns, and was noted while those that moved later were as before.
  for (const reference of columns.toReversed()) {
    await moving(`The rows of ${reference.table}`, moveRowsBack(tx, pair, reference))
  }
  await restoreIdentifiers(tx, pair)
  await moving('What had moved', sql`set constraints all immediate`.execute(tx))
  await change(tx, target.id, toColumns(withoutMerge(merge, target)))
  await markUndone(tx, merge.id, actor.userId, stayed)
  const [undone] = await toMerges(tx, [(await read()) ?? merge])
  if (!undone) throw new Error('A merge that was just undone is gone')
  return undone
})

/** The survivor as it was before, with what was edited since: of each field the later change counts. */
function withoutMerge({ targetBefore, targetAfter }: MergeRow, target: Patient): Known {
  const now = known(target)
  const restored = mergeFields.flatMap((field) =>
    isDeepStrictEqual(now[field], targetAfter[field]) ? [[field, targetBefore[field]]] : [],
  )
  const result: Known = { ...now, ...Object.fromEntries(restored) }
  // A name that the merge brought stays where an edit has left no other.
  const { givenName, familyName } = now
  return result.givenName || result.familyName ? result : { ...result, givenName, familyName }
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
