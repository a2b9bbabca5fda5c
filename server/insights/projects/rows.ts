import type { Project } from '#contract'
import type { Reader } from '#platform'

/** Projects with what they hold, for the caller to narrow down. */
export function projects(tx: Reader) {
  return tx
    .selectFrom('projects')
    .select(['id', 'name', 'description', 'createdAt', 'updatedAt', 'archivedAt', 'version'])
}

// Sources and trackers are not there yet, so there is nothing to count.
export function toProject(row: Omit<Project, 'counts'>): Project {
  return { ...row, counts: { sources: 0, trackers: 0, mentions: 0 } }
}
