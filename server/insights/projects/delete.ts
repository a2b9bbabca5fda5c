import { sql } from 'kysely'
import { type AuditActor, recordAll } from '#audit'
import { deleteProject } from '#contract'
import type { Transaction } from '#database'
import { type Implementation, implement, type Jobs, Refusal } from '#platform'
import type { RemoveProjectJob } from './remove.ts'

export const createDelete = (jobs: Jobs, removal: RemoveProjectJob): Implementation =>
  implement(deleteProject, async ({ tx, actor, params: { projectId: id } }) => {
    const deleted = await deleteProjects(tx, actor, { ids: [id] }, { jobs, removal })
    if (deleted === 0) throw new Refusal('project_not_found')
    return { id }
  })

/**
 * Deletes projects. They and their contents disappear immediately; a job removes them in small steps.
 * @param reason stated in the audit log
 * @returns how many were not deleted before
 */
export async function deleteProjects(
  tx: Transaction,
  actor: AuditActor,
  { ids, reason }: { ids: string[]; reason?: string },
  { jobs, removal }: { jobs: Jobs; removal: RemoveProjectJob },
): Promise<number> {
  if (ids.length === 0) return 0
  // Waits for anyone who is adding something, so that the job finds everything.
  const deleted = await tx
    .updateTable('projects')
    .set({ deletedAt: sql<string>`now()` })
    .where('id', 'in', ids)
    .where('deletedAt', 'is', null)
    .returning(['id', 'name'])
    .execute()
  if (deleted.length === 0) return 0
  const acted = deleted.map(({ id, name }) => ({
    target: { type: 'project' as const, id, label: name },
    details: reason === undefined ? {} : { reason },
  }))
  await recordAll(tx, actor, 'project.delete', acted)
  await jobs.send(tx, removal, ...deleted.map(({ id }) => ({ projectId: id })))
  return deleted.length
}
