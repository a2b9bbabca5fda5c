import { getProject } from '#contract'
import { implement, Refusal } from '#platform'
import { projects, toProject } from './project-rows.ts'

export const get = implement(getProject, async ({ tx, actor, params }) => {
  const project = await projects(tx, actor).where('id', '=', params.projectId).executeTakeFirst()
  if (!project) throw new Refusal('project_not_found')
  return toProject(project)
})
