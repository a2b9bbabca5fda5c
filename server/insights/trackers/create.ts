import { createTracker } from '#contract'
import { type Implementation, implement, type Job, type Jobs, newId, Refusal } from '#platform'
import { beginBackfill } from './backfill/begin.ts'
import type { Backfill } from './backfill/job.ts'
import { refuseBadDefinition } from './definition.ts'
import { findTracker, toTracker } from './rows.ts'
import { lockTrackerSet, raiseRevision } from './set-lock.ts'

const mostOfProject = 1_000

export const createCreate = (jobs: Jobs, backfill: Job<Backfill>): Implementation =>
  implement(createTracker, async ({ tx, actor, params: { projectId }, body }) => {
    const { name, phrases = [], query = null, exclude = [], language = null } = body
    const definition = { phrases, query, exclude, language }
    refuseBadDefinition(definition)
    const project = await lockTrackerSet(tx, projectId)
    if (!project) throw new Refusal('project_not_found')
    if (project.archivedAt) throw new Refusal('project_archived')
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
      .values({
        id,
        projectId,
        name,
        phrases: JSON.stringify(phrases),
        query,
        exclude: JSON.stringify(exclude),
        language,
        createdBy: actor.userId,
      })
      .execute()
    await tx.insertInto('trackerCounters').values({ trackerId: id }).execute()
    await raiseRevision(tx, projectId)
    await beginBackfill(tx, { id, projectId, definitionRevision: 1 }, jobs, backfill)
    return toTracker(await findTracker(tx, id))
  })
