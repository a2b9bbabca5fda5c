import { searchProject } from '#contract'
import { implement } from '#platform'

export const search = implement(searchProject, async ({ tx, params: { projectId }, query }) => {
  const { hitsOf } = await import('./hits.ts')
  return hitsOf(tx, projectId, query)
})
