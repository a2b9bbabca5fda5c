import { markNotDuplicates } from '#contract'
import { implement, invalidField, newId } from '#platform'
import { lockLivePatient } from '../live.ts'
import { marks, toMark } from './marks.ts'
import { recordFlag } from './record-flag.ts'

/** Flagging a pair again changes nothing. */
export const mark = implement(markNotDuplicates, async ({ tx, actor, body: { patientIds } }) => {
  const [patientA, patientB] = patientIds.toSorted() as [string, string]
  if (patientA === patientB) throw invalidField('patientIds[1]', 'Name two different records')
  const lock = (id: string) => lockLivePatient(tx, id, `patientIds[${patientIds.indexOf(id)}]`)
  const patient = await lock(patientA)
  await lock(patientB)
  const added = await tx
    .insertInto('notDuplicatePairs')
    .values({ id: newId(), patientA, patientB, markedBy: actor.userId })
    .onConflict((conflict) => conflict.constraint('not_duplicate_pairs_once').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (added) await recordFlag(tx, actor, 'patient.flag_different', patient, patientB)
  return toMark(
    await marks(tx)
      .where('patientA', '=', patientA)
      .where('patientB', '=', patientB)
      .executeTakeFirstOrThrow(),
  )
})
