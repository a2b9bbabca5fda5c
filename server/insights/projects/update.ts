import { sql } from 'kysely'
import { updateProject } from '#contract'
import { implement, Refusal } from '#platform'
import { projects, toProject } from './project-rows.ts'

export const update = implement(
  updateProject,
  async ({ tx, params, body: { version, archived, ...changes } }) => {
    const before = await projects(tx)
      .where('id', '=', params.projectId)
      .forUpdate('projects')
      .executeTakeFirst()
    if (!before) throw new Refusal('project_not_found')
    if (version !== undefined && version !== before.version) throw new Refusal('stale_version')
    const archiving = archived !== undefined && archived !== (before.archivedAt !== null)
    const { name, description, language } = { ...before, ...changes }
    const isSame = name === before.name && description === before.description && language === before.language
    if (!archiving && isSame) return toProject(before)

    await tx
      .updateTable('projects')
      .set({
        name,
        description,
        usualLanguage: language,
        version: before.version + 1,
        updatedAt: sql<string>`now()`,
      })
      .$if(archiving, (update) => update.set({ archivedAt: archived ? sql<string>`now()` : null }))
      .where('id', '=', before.id)
      .execute()
    return toProject(await projects(tx).where('id', '=', before.id).executeTakeFirstOrThrow())
  },
)
