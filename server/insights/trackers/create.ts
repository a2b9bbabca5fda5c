import { createTracker } from '#contract'
import { type Implementation, implement, type Job, type Jobs, newId, Refusal } from '#platform'
import { lockTrackerSet, refuseArchived } from '../library/projects.ts'
import { beginBackfill } from './backfill/begin.ts'
import type { Backfill } from './backfill/job.ts'
import { raiseRevision, toColumns, toDefinition } from './definition.ts'
import { findTracker, toTracker } from './tracker-rows.ts'

const mostOfProject = 1_000

export const createCreate = (jobs: Jobs, backfill: Job<Backfill>): Implementation =>
  implement(createTracker, async ({ tx, actor, params: { projectId }, body: { name, ...given } }) => {
    const definition = toDefinition(given)
    refuseArchived(await lockTrackerSet(tx, projectId))
    const { count } = await tx
      .selectFrom('trackers')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('projectId', '=', projectId)
      .where('deletedAt', 'is', null)
      .executeTakeFirstOrThrow()
    if (count >= mostOfProject)
      throw new Refusal('too_many_trackers', `A project has at most ${mostOfProject} trackers.`)

    const id = newId()
    await tx
      .insertInto('trackers')
      .values({ id, projectId, name, ...toColumns(definition), createdBy: actor.userId })
      .execute()
    await tx.insertInto('trackerCounters').values({ trackerId: id }).execute()
    await raiseRevision(tx, projectId)
    await beginBackfill(tx, { id, projectId, definitionRevision: 1 }, jobs, backfill)
    return toTracker(await findTracker(tx, id))
  })
