import { sql } from 'kysely'
import type { Language, Project } from '#contract'
import type { Reader } from '#database'

/** Selects projects with their counts, except deleted ones; the caller adds conditions. */
export function projects(tx: Reader) {
  return tx
    .selectFrom('projects')
    .where('projects.deletedAt', 'is', null)
    .select([
      'id',
      'name',
      'description',
      'usualLanguage as language',
      'createdAt',
      'updatedAt',
      'archivedAt',
      'version',
    ])
    .select(({ selectFrom, fn }) => [
      selectFrom('sourceCounts')
        .whereRef('projectId', '=', 'projects.id')
        .select(sql<number>`queued + extracting + ready + failed`.as('sources'))
        .as('sources'),
      // Reads counters, so nothing here takes longer as texts grow.
      selectFrom('trackers')
        .whereRef('projectId', '=', 'projects.id')
        .where('trackers.deletedAt', 'is', null)
        .select(fn.countAll<number>().as('trackers'))
        .as('trackers'),
      selectFrom('trackers')
        .innerJoin('trackerCounters', 'trackerId', 'trackers.id')
        .whereRef('projectId', '=', 'projects.id')
        .where('trackers.deletedAt', 'is', null)
        .select(sql<number>`sum(mentions)::bigint`.as('mentions'))
        .as('mentions'),
    ])
}

type ProjectRow = Awaited<ReturnType<ReturnType<typeof projects>['executeTakeFirstOrThrow']>>

export function toProject({ sources, trackers, mentions, ...row }: ProjectRow): Project {
  return {
    ...row,
    language: row.language as Language | null,
    counts: { sources: sources ?? 0, trackers: trackers ?? 0, mentions: mentions ?? 0 },
  }
}
