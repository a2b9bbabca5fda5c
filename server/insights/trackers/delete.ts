import { sql } from 'kysely'
import { record } from '#audit'
import { deleteTracker } from '#contract'
import { type Implementation, implement, type Job, type Jobs, Refusal } from '#platform'
import { lockTrackerSet } from '../library/projects.ts'
import { raiseRevision } from './definition.ts'
import type { Removal } from './removal-job.ts'
import { findTracker, lockTracker } from './tracker-rows.ts'

/** The tracker disappears immediately; a job removes its mentions. */
export const createDelete = (jobs: Jobs, removal: Job<Removal>): Implementation =>
  implement(deleteTracker, async ({ tx, actor, params }) => {
    const { id, name, projectId } = await findTracker(tx, params.trackerId)
    if (!(await lockTrackerSet(tx, projectId))) throw new Refusal('tracker_not_found')
    await lockTracker(tx, id)
    await tx.updateTable('trackers').set({ deletedAt: sql<string>`now()` }).where('id', '=', id).execute()
    await tx.deleteFrom('trackerBackfills').where('trackerId', '=', id).execute()
    await raiseRevision(tx, projectId)
    await record(tx, actor, 'tracker.delete', { type: 'tracker', id, label: name }, { projectId })
    await jobs.send(tx, removal, { trackerId: id })
    return { id }
  })
