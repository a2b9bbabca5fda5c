import { sql } from 'kysely'
import { formerly, record } from '#audit'
import { type Project, updateProject } from '#contract'
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
  async perform({ tx, actor, body: { version, access, ...changes }, before }) {
    if (!before) throw new Refusal('project_not_found')
    if (version !== undefined && version !== before.version) throw new Refusal('stale_version')
    const former = valuesOf(before)
    const values = { ...former, ...changes } as Values
    const different = (Object.keys(former) as (keyof Values)[]).filter(
      (name) => values[name] !== former[name],
    )
    const only = (of: Values) => Object.fromEntries(different.map((name) => [name, of[name]]))
    const shared = await newAccess(tx, actor, before, access)
    if (different.length === 0 && shared === null) return before
    const { name, description, language, archived } = values
    await tx
      .updateTable('projects')
      .set({
        name,
        description,
        usualLanguage: language,
        // Later, the project is announced again before its deletion.
        ...(archived !== former.archived && {
          archivedAt: archived ? sql<string>`now()` : null,
          deletionAnnouncedAt: null,
        }),
        ...(shared !== null && { access: shared }),
        version: before.version + 1,
        updatedAt: sql<string>`now()`,
      })
      .where('id', '=', before.id)
      .execute()
    if (different.length > 0) {
      const target = { type: 'project', id: before.id, label: before.name } as const
      await record(tx, actor, 'project.update', target, { ...only(values), ...formerly(only(former)) })
    }
    // The caller may have given up their own access.
    const after = await allProjects(tx).where('id', '=', before.id).executeTakeFirstOrThrow()
    return toProject({ ...after, level: before.level })
  },
})

type Values = ReturnType<typeof valuesOf>

const valuesOf = ({ name, description, language, archivedAt }: Project) => ({
  name,
  description,
  language,
  archived: archivedAt !== null,
})
