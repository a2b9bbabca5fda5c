import { record } from '#audit'
import { deleteProject } from '#contract'
import { implement, Refusal } from '#platform'

export const remove = implement(deleteProject, async ({ tx, actor, params: { projectId: id } }) => {
  const deleted = await tx.deleteFrom('projects').where('id', '=', id).returning('name').executeTakeFirst()
  if (!deleted) throw new Refusal('project_not_found')
  await record(tx, actor, 'project.delete', { type: 'project', id, label: deleted.name })
  return { id }
})
