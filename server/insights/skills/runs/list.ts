import { listRuns } from '#contract'
import { implement, readPage } from '#platform'
import { projectsOf } from '../../library/projects.ts'
import { shownTo, toRun, withoutOutput } from './run-rows.ts'

export const list = implement(
  listRuns,
  async ({ tx, actor, query: { limit, cursor, projectId, skill, status } }) => {
    let query = withoutOutput(tx).innerJoin(
      projectsOf(actor.userId).as('visible'),
      'visible.id',
      'skillRuns.projectId',
    )
    if (projectId) query = query.where('skillRuns.projectId', '=', projectId)
    if (skill) query = query.where('skill', '=', skill)
    if (status) query = query.where('status', '=', status)
    const page = await readPage(query, 'skillRuns.id', { limit, cursor })
    return { ...page, data: page.data.map((row) => shownTo(actor, toRun(row))) }
  },
)
