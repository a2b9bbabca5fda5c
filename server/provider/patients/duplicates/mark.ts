import { markNotDuplicates } from '#contract'
import { implement, invalidField, newId } from '#platform'
import { lockLivePatient } from '../live.ts'
import { marks, toMark } from './marks.ts'

/** Flagging a pair again changes nothing. */
export const mark = implement(markNotDuplicates, async ({ tx, actor, body: { patientIds } }) => {
  const [patientA, patientB] = patientIds.toSorted() as [string, string]
  if (patientA === patientB) throw invalidField('patientIds[1]', 'Name two different records')
  for (const id of [patientA, patientB])
    await lockLivePatient(tx, id, `patientIds[${patientIds.indexOf(id)}]`)
  await tx
    .insertInto('notDuplicatePairs')
    .values({ id: newId(), patientA, patientB, markedBy: actor.userId })
    .onConflict((conflict) => conflict.constraint('not_duplicate_pairs_once').doNothing())
    .execute()
  return toMark(
    await marks(tx)
      .where('patientA', '=', patientA)
      .where('patientB', '=', patientB)
      .executeTakeFirstOrThrow(),
  )
})
