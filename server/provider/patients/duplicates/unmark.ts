import { unmarkNotDuplicates } from '#contract'
import { implement, Refusal } from '#platform'
import { recordFlag } from './record-flag.ts'

export const unmark = implement(
  unmarkNotDuplicates,
  async ({ tx, actor, params: { notDuplicatesId: id } }) => {
    const removed = await tx
      .deleteFrom('notDuplicatePairs')
      .where('id', '=', id)
      .returning(['id', 'patientA', 'patientB'])
      .executeTakeFirst()
    if (!removed) throw new Refusal('not_duplicates_not_found')
    const patient = await tx
      .selectFrom('patients')
      .select(['id', 'givenName', 'familyName'])
      .where('id', '=', removed.patientA)
      .executeTakeFirstOrThrow()
    await recordFlag(tx, actor, 'patient.unflag_different', patient, removed.patientB)
    return { id }
  },
)
