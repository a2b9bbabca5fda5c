import { sql } from 'kysely'
import { record } from '#audit'
import { deleteProject } from '#contract'
import { type Implementation, implement, type Jobs, Refusal } from '#platform'
import type { RemoveProjectJob } from './remove.ts'

/** The project and its contents disappear immediately; a job removes them in small steps. */
export const createDelete = (jobs: Jobs, removal: RemoveProjectJob): Implementation =>
  implement(deleteProject, async ({ tx, actor, params: { projectId: id } }) => {
    // Waits for anyone who is adding something, so that the job finds everything.
    const deleted = await tx
      .updateTable('projects')
      .set({ deletedAt: sql<string>`now()` })
      .where('id', '=', id)
      .where('deletedAt', 'is', null)
      .returning('name')
      .executeTakeFirst()
    if (!deleted) throw new Refusal('project_not_found')
    await record(tx, actor, 'project.delete', { type: 'project', id, label: deleted.name })
    await jobs.send(tx, removal, { projectId: id })
    return { id }
  })
