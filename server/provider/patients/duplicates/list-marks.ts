import { listNotDuplicates } from '#contract'
import { afterCursor, implement, toPage } from '#platform'
import { marks, toMark } from './marks.ts'

export const listMarks = implement(listNotDuplicates, async ({ tx, query: { limit, cursor, patientId } }) => {
  const after = afterCursor(cursor)
  let query = marks(tx)
    .orderBy('notDuplicatePairs.id', 'desc')
    .limit(limit + 1)
  if (after) query = query.where('notDuplicatePairs.id', '<', after)
  if (patientId)
    query = query.where(({ or, eb }) => or([eb('patientA', '=', patientId), eb('patientB', '=', patientId)]))
  return toPage((await query.execute()).map(toMark), limit)
})
