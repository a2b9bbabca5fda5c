import { listMerges } from '#contract'
import { afterCursor, implement, toPage } from '#platform'
import { merges, toMerges } from './merges.ts'

export const list = implement(listMerges, async ({ tx, query: { limit, cursor, patientId } }) => {
  const after = afterCursor(cursor)
  let query = merges(tx)
    .orderBy('merge.id', 'desc')
    .limit(limit + 1)
  if (after) query = query.where('merge.id', '<', after)
  if (patientId) {
    query = query.where((merge) =>
      merge.or([merge('merge.sourceId', '=', patientId), merge('merge.targetId', '=', patientId)]),
    )
  }
  const { data, nextCursor } = toPage(await query.execute(), limit)
  return { data: await toMerges(tx, data), nextCursor }
})
