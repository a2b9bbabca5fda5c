import { listProjects } from '#contract'
import { afterCursor, containing, implement, toPage } from '#platform'
import { projects, toProject } from './rows.ts'

export const list = implement(listProjects, async ({ tx, query: { limit, cursor, archived, q } }) => {
  const after = afterCursor(cursor)
  let query = projects(tx)
    .orderBy('id', 'desc')
    .limit(limit + 1)
  if (after) query = query.where('id', '<', after)
  if (archived) query = query.where('archivedAt', archived === 'true' ? 'is not' : 'is', null)
  if (q) query = query.where('name', 'ilike', containing(q))
  return toPage((await query.execute()).map(toProject), limit)
})
