import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Project } from '#contract'
import { type DB, plannedOnce, type Reader, type Transaction } from '#database'
import { type Implementation, Refusal } from '#platform'
import { namesOf, type ProjectNames } from './names.ts'

/** The projects that a user may see, with the user's level in each. Every list of what projects contain joins it. */
export const projectsOf = (userId: string) =>
  sql<
    Selectable<DB['projects']> & { level: Project['level'] }
  >`(select * from visible_projects where user_id = ${userId}::uuid)`

/** What calls name, how its project is found, and the refusal if it is in none that the caller may see. */
const named = {
  projectId: { projectOf: (id: string) => sql`${id}::uuid`, unknown: 'project_not_found' },
  sourceId: { projectOf: columnOf('sources'), unknown: 'source_not_found' },
  trackerId: { projectOf: columnOf('trackers', sql`and deleted_at is null`), unknown: 'tracker_not_found' },
  runId: { projectOf: columnOf('skill_runs'), unknown: 'run_not_found' },
} as const

function columnOf(table: string, condition = sql``) {
  return (id: string): RawBuilder<unknown> =>
    sql`(select project_id from ${sql.table(table)} where id = ${id}::uuid ${condition})`
}

/**
 * Adds to an operation on a project, or on something in one, that its caller must reach that project: see it, or edit it if the
 * operation needs `edit` in insights. What the caller cannot see does not exist for them.
 */
export function inProject(implementation: Implementation): Implementation {
  const { access, params, body } = implementation.operation
  const fields = Object.keys({ ...Object(body).shape, ...params.shape })
  const field = (Object.keys(named) as (keyof typeof named)[]).find((name) => fields.includes(name))
  if (!field) return implementation
  const { projectOf, unknown } = named[field]
  return {
    ...implementation,
    async reach(tx, userId, call) {
      const recordId = { ...Object(call.body), ...call.params }[field] as string
      const found = await tx
        .selectFrom(projectsOf(userId).as('projects'))
        .modifyFront(plannedOnce)
        .select(['name', 'level'])
        .where('id', '=', sql<string>`${projectOf(recordId)}`)
        .executeTakeFirst()
      if (!found) throw new Refusal(unknown)
      if (access.insights === 'edit' && found.level !== 'edit')
        throw new Refusal(
          'access_required',
          `Requires the access level edit in the project “${found.name}”. Yours is view. Ask someone who can edit it.`,
        )
    },
  }
}

const find = (tx: Reader, id: string) =>
  tx
    .selectFrom('projects')
    .select(['archivedAt', 'namesRevision'])
    .where('id', '=', id)
    .where('deletedAt', 'is', null)

/**
 * Prepares for adding something to a project: until the transaction ends, nobody can archive or delete it, or add names.
 * @returns the names that are replaced in it
 * @throws Refusal `project_not_found`, `project_archived`
 */
export async function openProject(tx: Transaction, id: string): Promise<ProjectNames | null> {
  const project = await find(tx, id).forShare().executeTakeFirst()
  refuseArchived(project)
  return project.namesRevision === 0 ? null : namesOf(tx, id)
}

/**
 * Locks a project's set of trackers and names for a change. Waits for sources that are being written with the current ones;
 * later ones see the new revision and match again.
 * @returns undefined if the project does not exist or is deleted
 */
export const lockTrackerSet = (tx: Transaction, projectId: string) =>
  find(tx, projectId).forNoKeyUpdate().executeTakeFirst()

/** @throws Refusal `project_not_found`, `project_archived` */
export function refuseArchived<Row extends { archivedAt: string | null }>(
  project: Row | undefined,
): asserts project is Row {
  if (!project) throw new Refusal('project_not_found')
  if (project.archivedAt) throw new Refusal('project_archived')
}
