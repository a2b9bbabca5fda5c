import { unmarkNotDuplicates } from '#contract'
import { implement, Refusal } from '#platform'

export const unmark = implement(unmarkNotDuplicates, async ({ tx, params: { notDuplicatesId: id } }) => {
  const removed = await tx
    .deleteFrom('notDuplicatePairs')
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  if (!removed) throw new Refusal('not_duplicates_not_found')
  return removed
})
