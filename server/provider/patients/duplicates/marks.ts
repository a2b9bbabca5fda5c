import type { NotDuplicates } from '#contract'
import type { Reader } from '#database'

/** Selects pairs flagged as not duplicates, for the caller to filter. */
export function marks(tx: Reader) {
  return tx
    .selectFrom('notDuplicatePairs')
    .innerJoin('users', 'users.id', 'notDuplicatePairs.markedBy')
    .select(['notDuplicatePairs.id', 'patientA', 'patientB', 'markedAt', 'markedBy', 'users.name'])
}

type Row = Awaited<ReturnType<ReturnType<typeof marks>['executeTakeFirstOrThrow']>>

export const toMark = ({ id, patientA, patientB, markedAt, markedBy, name }: Row): NotDuplicates => ({
  id,
  patientIds: [patientA, patientB],
  markedAt,
  markedBy: { id: markedBy, name },
})
