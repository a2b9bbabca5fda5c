import { sql } from 'kysely'
import type { Database } from '#database'
import type { Files } from '#files'
import type { Job } from '#platform'
import { removeSourcesOf } from '../sources/remove-of-project.ts'
import { removeTracker } from '../trackers/removal-job.ts'

export type RemoveProjectJob = Job<{ projectId?: string }>

const runsAtOnce = 100

/**
 * Removes a deleted project with its contents, in small steps. At night it removes all leftovers, whatever became of
 * their jobs. Can be interrupted anywhere, and run several times simultaneously.
 */
export const createRemoveProject = (files: Files): RemoveProjectJob => ({
  name: 'projects.remove',
  schedule: '20 3 * * *',
  async run({ db, signal }, { projectId }) {
    const deleted = await db.reader
      .selectFrom('projects')
      .select('id')
      .where('deletedAt', 'is not', null)
      .$if(projectId !== undefined, (query) => query.where('id', '=', projectId!))
      .orderBy('id')
      .execute()
    for (const { id } of deleted) {
      await removeTrackersOf(db, id, signal)
      await removeSourcesOf(db, files, id, signal)
      await removeRunsOf(db, id, signal)
      await db.reader.deleteFrom('projects').where('id', '=', id).execute()
    }
  },
})

/** Also removes their mentions, which then need not be counted source by source. */
async function removeTrackersOf(db: Database, projectId: string, signal: AbortSignal): Promise<void> {
  const trackers = await db.reader
    .selectFrom('trackers')
    .select('id')
    .where('projectId', '=', projectId)
    .orderBy('id')
    .execute()
  for (const { id } of trackers) await removeTracker(db, id, signal)
}

async function removeRunsOf(db: Database, projectId: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    const { numAffectedRows } = await sql`
      delete from skill_runs where id in (
        select id from skill_runs where project_id = ${projectId}::uuid order by id limit ${runsAtOnce}
      )`.execute(db.reader)
    if (!numAffectedRows) return
  }
}
