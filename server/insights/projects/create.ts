import { record } from '#audit'
import { createProject } from '#contract'
import { implement, newId } from '#platform'
import { projects, toProject } from './project-rows.ts'

export const create = implement(
  createProject,
  async ({ tx, actor, body: { name, description = '', language = null } }) => {
    const id = newId()
    await tx
      .insertInto('projects')
      .values({ id, name, description, usualLanguage: language, createdBy: actor.userId })
      .execute()
    await record(tx, actor, 'project.create', { type: 'project', id, label: name })
    return toProject(await projects(tx, actor).where('id', '=', id).executeTakeFirstOrThrow())
  },
)
