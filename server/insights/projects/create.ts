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
    return toProject(await projects(tx, actor).where('id', '=', id).executeTakeFirstOrThrow())
  },
)
