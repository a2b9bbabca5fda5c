import { listNotDuplicates } from '#contract'
import { implement, readPage } from '#platform'
import { marks, toMark } from './marks.ts'

export const listMarks = implement(listNotDuplicates, async ({ tx, query: { limit, cursor, patientId } }) => {
  let query = marks(tx)
  if (patientId)
    query = query.where(({ or, eb }) => or([eb('patientA', '=', patientId), eb('patientB', '=', patientId)]))
  const page = await readPage(query, 'notDuplicatePairs.id', { limit, cursor })
  return { ...page, data: page.data.map(toMark) }
})
