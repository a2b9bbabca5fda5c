import { sql } from 'kysely'
import type { Job, Jobs, Transaction } from '#platform'
import { type Backfill, stalledAfter } from './job.ts'

/**
 * Lets a tracker that is new or looks for something else go over the sources that are there, from the first one on. The
 * project's set of trackers is locked: what is not there yet is matched as it arrives.
 */
export async function beginBackfill(
  tx: Transaction,
  tracker: { id: string; projectId: string; definitionRevision: number },
  jobs: Jobs,
  job: Job<Backfill>,
): Promise<void> {
  const { id: trackerId, projectId, definitionRevision } = tracker
  // A source whose next content is being read has its text meanwhile, without being `ready`.
  const sources = await tx
    .selectFrom('sourceCounts')
    .select(['ready as total', sql<number>`queued + extracting + ready`.as('withText')])
    .where('projectId', '=', projectId)
    .executeTakeFirst()
  if (!sources?.withText) {
    await tx.deleteFrom('trackerBackfills').where('trackerId', '=', trackerId).execute()
    return
  }
  const others = await tx
    .selectFrom('trackerBackfills')
    .innerJoin('trackers', 'trackers.id', 'trackerId')
    .select('trackerId')
    .where('projectId', '=', projectId)
    .where('progressedAt', '>', sql<string>`now() - ${stalledAfter}`)
    .limit(1)
    .execute()
  const beginning = { definitionRevision, total: sources.total, done: 0, lastSource: null }
  await tx
    .insertInto('trackerBackfills')
    .values({ trackerId, ...beginning })
    .onConflict((conflict) =>
      conflict.column('trackerId').doUpdateSet({ ...beginning, progressedAt: sql<string>`now()` }),
    )
    .execute()
  // Whoever goes back over the project looks for more, under the same lock, before it ends.
  if (others.length === 0) await jobs.send(tx, job, { projectId })
}
