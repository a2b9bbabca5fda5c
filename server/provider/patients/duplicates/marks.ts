import type { NotDuplicates } from '#contract'
import type { Reader } from '#platform'

/** Pairs marked as being of different people, for the caller to narrow down. */
export function marks(tx: Reader) {
  return tx
    .selectFrom('notDuplicatePairs')
    .innerJoin('users', 'users.id', 'notDuplicatePairs.markedBy')
    .select([
      'notDuplicatePairs.id',
      'notDuplicatePairs.patientA',
      'notDuplicatePairs.patientB',
      'notDuplicatePairs.markedAt',
      'notDuplicatePairs.markedBy',
      'users.name',
    ])
}

export function toMark({
  id,
  patientA,
  patientB,
  markedAt,
  markedBy,
  name,
}: Awaited<ReturnType<ReturnType<typeof marks>['executeTakeFirstOrThrow']>>): NotDuplicates {
  return { id, patientIds: [patientA, patientB], markedAt, markedBy: { id: markedBy, name } }
}
