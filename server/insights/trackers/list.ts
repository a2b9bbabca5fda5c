import { sql } from 'kysely'
import { listTrackers } from '#contract'
import { hasWords, implement, readPage } from '#platform'
import { toTracker, trackers } from './tracker-rows.ts'

export const list = implement(listTrackers, async ({ tx, params, query: { limit, cursor, q } }) => {
  let query = trackers(tx).where('trackers.projectId', '=', params.projectId)
  if (q) query = query.where(hasWords([sql.ref('trackers.name')], q))
  const page = await readPage(query, 'trackers.id', { limit, cursor })
  return { ...page, data: page.data.map(toTracker) }
})
