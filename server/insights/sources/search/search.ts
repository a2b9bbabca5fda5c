import { searchProject } from '#contract'
import { implement } from '#platform'
import { refuseUnknownProject } from '../../library/projects.ts'

export const search = implement(searchProject, async ({ tx, params: { projectId }, query }) => {
  await refuseUnknownProject(tx, projectId)
  const { hitsOf } = await import('./hits.ts')
  return hitsOf(tx, projectId, query)
})
