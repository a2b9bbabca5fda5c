import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { updateTracker } from '#contract'
import { type Implementation, implement, type Job, type Jobs, Refusal } from '#platform'
import type { Definition } from '../matching/index.ts'
import { beginBackfill } from './backfill/begin.ts'
import type { Backfill } from './backfill/job.ts'
import { refuseBadDefinition } from './definition.ts'
import { definitionOf, findTracker, lockTracker, toTracker } from './rows.ts'
import { lockTrackerSet, raiseRevision } from './set-lock.ts'

export const createUpdate = (jobs: Jobs, backfill: Job<Backfill>): Implementation =>
  implement(updateTracker, async ({ tx, params, body: { version, name, ...changes } }) => {
    const { projectId } = await findTracker(tx, params.trackerId)
    const defines = Object.keys(changes).length > 0
    if (defines && !(await lockTrackerSet(tx, projectId))) throw new Refusal('tracker_not_found')
    const before = await lockTracker(tx, params.trackerId)
    if (version !== undefined && version !== before.version) throw new Refusal('stale_version')

    const was = definitionOf(before)
    const definition: Definition = {
      phrases: changes.phrases ?? was.phrases,
      query: changes.query === undefined ? was.query : changes.query,
      exclude: changes.exclude ?? was.exclude,
      language: changes.language === undefined ? was.language : changes.language,
    }
    const looksForOther = !isDeepStrictEqual(definition, was)
    if (!looksForOther && (name ?? before.name) === before.name) return toTracker(before)
    if (looksForOther) refuseBadDefinition(definition)
    const { definitionRevision } = await tx
      .updateTable('trackers')
      .set({
        name: name ?? before.name,
        phrases: JSON.stringify(definition.phrases),
        query: definition.query,
        exclude: JSON.stringify(definition.exclude),
        language: definition.language,
        definitionRevision: sql<number>`definition_revision + ${looksForOther ? 1 : 0}::integer`,
        version: before.version + 1,
        updatedAt: sql<string>`now()`,
      })
      .where('id', '=', before.id)
      .returning('definitionRevision')
      .executeTakeFirstOrThrow()
    if (looksForOther) {
      await raiseRevision(tx, projectId)
      await beginBackfill(tx, { id: before.id, projectId, definitionRevision }, jobs, backfill)
    }
    return toTracker(await findTracker(tx, before.id))
  })
