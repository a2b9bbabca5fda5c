import { listMerges } from '#contract'
import { implement, readPage } from '#platform'
import { merges, toMerges } from './merges.ts'

export const list = implement(listMerges, async ({ tx, query: { limit, cursor, patientId } }) => {
  let query = merges(tx)
  if (patientId) {
    query = query.where((merge) =>
      merge.or([merge('merge.sourceId', '=', patientId), merge('merge.targetId', '=', patientId)]),
    )
  }
  const page = await readPage(query, 'merge.id', { limit, cursor })
  return { ...page, data: await toMerges(tx, page.data) }
})
