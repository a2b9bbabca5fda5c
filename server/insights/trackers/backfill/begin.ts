import { sql } from 'kysely'
import type { Transaction } from '#database'
import type { Job, Jobs } from '#platform'
import { type Backfill, stalledAfter } from './job.ts'

/**
 * Begins the scan of the existing sources for a new or changed tracker. The project's set of trackers is locked: later
 * sources are matched as they arrive.
 */
export async function beginBackfill(
  tx: Transaction,
  tracker: { id: string; projectId: string; definitionRevision: number },
  jobs: Jobs,
  job: Job<Backfill>,
): Promise<void> {
  const { id: trackerId, projectId, definitionRevision } = tracker
  // A source that is being read again keeps its previous text, without being `ready`.
  const sources = await tx
    .selectFrom('sourceCounts')
    .select(['ready as total', sql<number>`queued + extracting + ready`.as('withText')])
    .where('projectId', '=', projectId)
    .executeTakeFirst()
  if (!sources?.withText) {
    await tx.deleteFrom('trackerBackfills').where('trackerId', '=', trackerId).execute()
    return
  }
  const active = await tx
    .selectFrom('trackerBackfills')
    .innerJoin('trackers', 'trackers.id', 'trackerId')
    .select('trackerId')
    .where('projectId', '=', projectId)
    .where('progressedAt', '>', sql<string>`now() - ${stalledAfter}`)
    .limit(1)
    .executeTakeFirst()
  const beginning = { definitionRevision, total: sources.total, done: 0, lastSource: null }
  await tx
    .insertInto('trackerBackfills')
    .values({ trackerId, ...beginning })
    .onConflict((conflict) =>
      conflict.column('trackerId').doUpdateSet({ ...beginning, progressedAt: sql<string>`now()` }),
    )
    .execute()
  // The job of an active backfill looks for more to do, under the same lock, before it ends.
  if (!active) await jobs.send(tx, job, { projectId })
}
