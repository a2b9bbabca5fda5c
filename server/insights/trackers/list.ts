import { listTrackers } from '#contract'
import { afterCursor, containing, implement, toPage } from '#platform'
import { refuseUnknownProject } from '../library/projects.ts'
import { toTracker, trackers } from './rows.ts'

export const list = implement(listTrackers, async ({ tx, params, query: { limit, cursor, q } }) => {
  await refuseUnknownProject(tx, params.projectId)
  const after = afterCursor(cursor)
  let query = trackers(tx)
    .where('trackers.projectId', '=', params.projectId)
    .orderBy('trackers.id', 'desc')
    .limit(limit + 1)
  if (after) query = query.where('trackers.id', '<', after)
  if (q) query = query.where('trackers.name', 'ilike', containing(q))
  return toPage((await query.execute()).map(toTracker), limit)
})
