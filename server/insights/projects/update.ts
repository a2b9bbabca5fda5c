import { sql } from 'kysely'
import { updateProject } from '#contract'
import { implementGranting } from '#identity'
import { Refusal } from '#platform'
import { newAccess, summarizeAccess } from './access.ts'
import { allProjects, projects, toProject } from './project-rows.ts'

export const update = implementGranting(updateProject, {
  before: async ({ tx, actor, params: { projectId } }) => {
    // Locked before it is read: a statement that waited would still see the former entries.
    await tx.selectFrom('projects').select('id').where('id', '=', projectId).forUpdate().execute()
    const row = await projects(tx, actor).where('id', '=', projectId).executeTakeFirst()
    return row && toProject(row)
  },
  summarize: (before, { access }, tx) => summarizeAccess(tx, before, access),
  async perform({ tx, actor, body: { version, archived, access, ...changes }, before }) {
    if (!before) throw new Refusal('project_not_found')
    if (version !== undefined && version !== before.version) throw new Refusal('stale_version')
    const archiving = archived !== undefined && archived !== (before.archivedAt !== null)
    const { name, description, language } = { ...before, ...changes }
    const isSame = name === before.name && description === before.description && language === before.language
    const shared = await newAccess(tx, actor, before, access)
    if (!archiving && isSame && shared === null) return before
    await tx
      .updateTable('projects')
      .set({
        name,
        description,
        usualLanguage: language,
        ...(shared !== null && { access: shared }),
        version: before.version + 1,
        updatedAt: sql<string>`now()`,
      })
      .$if(archiving, (update) => update.set({ archivedAt: archived ? sql<string>`now()` : null }))
      .where('id', '=', before.id)
      .execute()
    // The caller may have given up their own access.
    const after = await allProjects(tx).where('id', '=', before.id).executeTakeFirstOrThrow()
    return toProject({ ...after, level: before.level })
  },
})
