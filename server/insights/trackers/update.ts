import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { updateTracker } from '#contract'
import { type Implementation, implement, type Job, type Jobs, Refusal } from '#platform'
import { lockTrackerSet } from '../library/projects.ts'
import { beginBackfill } from './backfill/begin.ts'
import type { Backfill } from './backfill/job.ts'
import { raiseRevision, toColumns, toDefinition } from './definition.ts'
import { definitionOf, findTracker, lockTracker, toTracker } from './tracker-rows.ts'

export const createUpdate = (jobs: Jobs, backfill: Job<Backfill>): Implementation =>
  implement(updateTracker, async ({ tx, params, body: { version, name, ...changes } }) => {
    const { projectId } = await findTracker(tx, params.trackerId)
    const changesSet = Object.keys(changes).length > 0
    if (changesSet && !(await lockTrackerSet(tx, projectId))) throw new Refusal('tracker_not_found')
    const before = await lockTracker(tx, params.trackerId)
    if (version !== undefined && version !== before.version) throw new Refusal('stale_version')

    const previous = definitionOf(before)
    const merged = { ...previous, ...changes }
    const isRedefined = !isDeepStrictEqual(merged, previous)
    if (!isRedefined && (name ?? before.name) === before.name) return toTracker(before)
    const definition = isRedefined ? toDefinition(merged) : previous
    const { definitionRevision } = await tx
      .updateTable('trackers')
      .set({
        name: name ?? before.name,
        ...toColumns(definition),
        definitionRevision: sql<number>`definition_revision + ${isRedefined ? 1 : 0}::integer`,
        version: before.version + 1,
        updatedAt: sql<string>`now()`,
      })
      .where('id', '=', before.id)
      .returning('definitionRevision')
      .executeTakeFirstOrThrow()
    if (isRedefined) {
      await raiseRevision(tx, projectId)
      await beginBackfill(tx, { id: before.id, projectId, definitionRevision }, jobs, backfill)
    }
    return toTracker(await findTracker(tx, before.id))
  })
