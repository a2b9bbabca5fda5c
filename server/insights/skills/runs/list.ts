import { listRuns } from '#contract'
import { afterCursor, implement, toPage } from '#platform'
import { toRun, withoutOutput } from './rows.ts'

export const list = implement(
  listRuns,
  async ({ tx, query: { limit, cursor, projectId, skill, status } }) => {
    const after = afterCursor(cursor)
    let query = withoutOutput(tx)
      .orderBy('skillRuns.id', 'desc')
      .limit(limit + 1)
    if (after) query = query.where('skillRuns.id', '<', after)
    if (projectId) query = query.where('projectId', '=', projectId)
    if (skill) query = query.where('skill', '=', skill)
    if (status) query = query.where('status', '=', status)
    return toPage((await query.execute()).map(toRun), limit)
  },
)
