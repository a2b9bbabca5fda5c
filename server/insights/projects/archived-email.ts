import { type EmailKind, formatDate, named } from '#mail'
import { projectsOf } from '../library/projects.ts'
import { deletedOn } from './project-rows.ts'

interface Archived {
  id: string
  userId: string
  projectIds: string[]
}

/** Lists archived projects that will be deleted, without those that were restored, or lost to the user, in the meantime. */
export const archivedProjectsEmail: EmailKind<Archived> = {
  kind: 'archived-projects',
  async write({ reader, organisation, baseUrl }, { userId, projectIds }) {
    const projects = await reader
      .selectFrom(projectsOf(userId).as('projects'))
      .select(['id', 'name'])
      .select(deletedOn.as('deletedOn'))
      .where('id', 'in', projectIds)
      .where('level', '=', 'edit')
      .where(deletedOn, 'is not', null)
      .orderBy('deletedOn')
      .orderBy('name')
      .orderBy('id')
      .execute()
    if (projects.length === 0) return null
    const user = reader.selectFrom('users').select('email').where('id', '=', userId)
    const { email } = await user.executeTakeFirstOrThrow()
    const several = projects.length > 1
    return {
      to: email,
      subject: `${several ? 'Archived projects' : 'An archived project'} will be deleted soon`,
      body: [
        `${several ? 'These archived projects' : 'This archived project'} at ${organisation} will be deleted with everything in ${several ? 'them' : 'it'}.`,
        ...projects.map(({ id, name, deletedOn }) => ({
          text: `${named(name)}, on ${formatDate(deletedOn!)}`,
          url: `${baseUrl}/projects/${id}`,
        })),
        `To keep ${several ? 'a project' : 'it'}, open it and restore it before that day.`,
      ],
    }
  },
}
