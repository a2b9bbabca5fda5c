import type { Tracker } from '#contract'
import { type Reader, Refusal, type Transaction } from '#platform'
import type { Definition } from '../matching/index.ts'

/** Trackers, for the caller to narrow down; those that were deleted, by themselves or with their project, are gone. */
export function trackers(tx: Reader) {
  return tx
    .selectFrom('trackers')
    .innerJoin('projects', 'projects.id', 'trackers.projectId')
    .innerJoin('trackerCounters', 'trackerCounters.trackerId', 'trackers.id')
    .leftJoin('trackerBackfills', 'trackerBackfills.trackerId', 'trackers.id')
    .where('trackers.deletedAt', 'is', null)
    .where('projects.deletedAt', 'is', null)
    .select([
      'trackers.id',
      'trackers.projectId',
      'trackers.name',
      'trackers.phrases',
      'trackers.query',
      'trackers.exclude',
      'trackers.language',
      'trackers.version',
      'trackers.createdAt',
      'trackers.updatedAt',
      'trackerCounters.mentions',
      'trackerCounters.sources',
      'trackerBackfills.done',
      'trackerBackfills.total',
    ])
}

export type TrackerRow = Awaited<ReturnType<ReturnType<typeof trackers>['executeTakeFirstOrThrow']>>

/** @throws Refusal `tracker_not_found` */
export async function findTracker(tx: Reader, id: string): Promise<TrackerRow> {
  const row = await trackers(tx).where('trackers.id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal('tracker_not_found')
  return row
}

/** Locks the tracker against other changes until the transaction ends. @throws Refusal `tracker_not_found` */
export async function lockTracker(tx: Transaction, id: string): Promise<TrackerRow> {
  const row = await trackers(tx).where('trackers.id', '=', id).forNoKeyUpdate('trackers').executeTakeFirst()
  if (!row) throw new Refusal('tracker_not_found')
  return row
}

export function toTracker({ mentions, sources, done, total, ...row }: TrackerRow): Tracker {
  return {
    ...row,
    ...definitionOf(row),
    // Sources come and go meanwhile.
    backfill: done === null || total === null ? null : { done, total: Math.max(done, total) },
    counts: { mentions, sources },
  }
}

/** The columns as what is written there. */
export function definitionOf(
  row: Pick<TrackerRow, 'phrases' | 'query' | 'exclude' | 'language'>,
): Pick<Tracker, 'phrases' | 'query' | 'exclude' | 'language'> {
  return {
    phrases: row.phrases as unknown as Definition['phrases'],
    query: row.query,
    exclude: row.exclude as unknown as Definition['exclude'],
    language: row.language as Tracker['language'],
  }
}
