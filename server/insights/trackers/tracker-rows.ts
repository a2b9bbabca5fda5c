import type { Tracker } from '#contract'
import type { Reader, Transaction } from '#database'
import type { Definition } from '#engines/matching'
import { Refusal } from '#platform'

/** Selects trackers, except deleted ones and those of deleted projects; the caller adds conditions. */
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
      'trackers.scope',
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
export const findTracker = (tx: Reader, id: string): Promise<TrackerRow> =>
  trackers(tx).where('trackers.id', '=', id).executeTakeFirstOrThrow(notFound)

/** Locks the tracker against other changes until the transaction ends. @throws Refusal `tracker_not_found` */
export const lockTracker = (tx: Transaction, id: string): Promise<TrackerRow> =>
  trackers(tx).where('trackers.id', '=', id).forNoKeyUpdate('trackers').executeTakeFirstOrThrow(notFound)

const notFound = () => new Refusal('tracker_not_found')

export function toTracker({ mentions, sources, done, total, ...row }: TrackerRow): Tracker {
  return {
    ...row,
    ...definitionOf(row),
    // Sources may be added meanwhile.
    backfill: done === null || total === null ? null : { done, total: Math.max(done, total) },
    counts: { mentions, sources },
  }
}

/** Reads a definition from its columns. */
export function definitionOf(row: Pick<TrackerRow, keyof Definition>): Definition {
  return {
    phrases: row.phrases as unknown as Definition['phrases'],
    query: row.query,
    exclude: row.exclude as unknown as Definition['exclude'],
    language: row.language as Definition['language'],
    scope: row.scope as Definition['scope'],
  }
}
