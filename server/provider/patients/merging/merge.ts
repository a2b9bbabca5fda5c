import { sql } from 'kysely'
import { type Actor, type Merge, mergePatients, type PatientField } from '#contract'
import { rolledBack, type Transaction } from '#database'
import { implement, newId, Refusal } from '#platform'
import { recordChanges } from '../changes.ts'
import { refuseNameless, toColumns } from '../fields.ts'
import { patientName } from '../live.ts'
import { change } from './change.ts'
import { choose, known } from './choose.ts'
import { markOld } from './identifiers.ts'
import { merges, toMerges } from './merges.ts'
import { countMoved, moveRows, moving, type Pair } from './move.ts'
import { references } from './references.ts'
import { lockBoth, refuseFlagged, refuseMerged, refuseStale, type Sides } from './refuse.ts'

export const merge = implement(mergePatients, async ({ tx, actor, body }) => {
  const { sourceId, targetId } = body
  if (sourceId === targetId) {
    const message = 'A record cannot be merged with itself.'
    throw new Refusal('merge_with_itself', message, { fields: [{ path: 'targetId', message }] })
  }
  const sides = await lockBoth(tx, sourceId, targetId)
  await refuseMerged(tx, sides)
  refuseStale(sides, body.expectedVersions)
  await refuseFlagged(tx, sides)

  const pair = { mergeId: newId(), sourceId, targetId }
  if (!body.preview) {
    return perform(tx, pair, sides, body, actor)
  }
  // A preview performs the merge and rolls it back.
  const merged = await rolledBack(tx, () => perform(tx, pair, sides, body, actor))
  return { ...merged, preview: true, id: null, mergedAt: null }
})

async function perform(
  tx: Transaction,
  pair: Pair,
  { source, target }: Sides,
  { fieldChoices, reason }: { fieldChoices?: Parameters<typeof choose>[2]; reason?: string | undefined },
  actor: Actor,
): Promise<Merge> {
  const { mergeId, sourceId, targetId } = pair
  const { after, conflicts } = choose(known(source), known(target), fieldChoices)
  refuseNameless(after, 'fieldChoices.')
  await tx
    .insertInto('patientMerges')
    .values({
      id: mergeId,
      sourceId,
      targetId,
      reason: reason ?? null,
      // Both records are locked, so merges into one record have times in their order.
      mergedAt: sql<string>`clock_timestamp()`,
      mergedBy: actor.userId,
      sourceBefore: sql`jsonb_build_object('identifiers', (
        select coalesce(jsonb_agg(to_jsonb(i) - 'patient_id' order by position, id), '[]')
        from patient_identifiers i where patient_id = ${sourceId})) || ${JSON.stringify(known(source))}::jsonb`,
      targetBefore: JSON.stringify(known(target)),
      targetAfter: JSON.stringify(after),
      moved: '{}',
      conflicts: JSON.stringify(conflicts),
      warnings: '[]',
    })
    .execute()

  // Constraints over several tables are checked when all rows have moved.
  await sql`set constraints all deferred`.execute(tx)
  const warnings = conflicts.flatMap(({ field }) => doubts[field] ?? [])
  const columns = await references(tx)
  for (const reference of columns) {
    const keptBack = await moving(`The rows of ${reference.table}`, moveRows(tx, pair, reference))
    if (keptBack === 0 || reference.table === 'patient_identifiers') continue
    const rows = `${keptBack} ${keptBack === 1 ? 'row' : 'rows'} of ${reference.table}`
    if (reference.liveOnly) {
      const problem = `${patientName(target)} cannot take over ${rows} of the source.`
      throw new Refusal('merge_collision', problem, { patients: [targetId] })
    }
    warnings.push(
      `${rows} ${keptBack === 1 ? 'stays' : 'stay'} with the merged record because the survivor cannot have both.`,
    )
  }
  await markOld(tx, pair)
  await moving('Rows that refer to the source', sql`set constraints all immediate`.execute(tx))

  await change(tx, sourceId, { mergedInto: targetId })
  await change(tx, targetId, toColumns(after))
  await tx
    .updateTable('patientMerges')
    .set({
      moved: countMoved(mergeId, columns),
      warnings: JSON.stringify(warnings),
    })
    .where('id', '=', mergeId)
    .execute()
  // Nothing can block the undo yet.
  const undoable = new Map([[mergeId, { blockers: [], stayed: [] }]])
  const [merge] = await toMerges(tx, await merges(tx).where('merge.id', '=', mergeId).execute(), undoable)
  if (!merge) throw new Error('The new merge was not found')
  await recordChanges(tx, actor, { kind: 'merge', mergeId }, [
    [source, merge.retired],
    [target, merge.survivor],
  ])
  return merge
}

const doubts: Partial<Record<PatientField, string>> = {
  birthDate: 'The birth dates differ. Are both records of one person?',
  sex: 'The sexes differ. Are both records of one person?',
}
