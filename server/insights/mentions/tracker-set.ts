import { sql } from 'kysely'
import type { Database } from '#database'
import type { Definition, TrackerSet } from '#engines/matching'
import type { Matcher } from '../matching/matcher.ts'

/** All trackers of a project at one revision. */
export interface ProjectTrackers extends TrackerSet {
  /** Raised whenever a tracker is created, changed or deleted. */
  revision: number
}

const mostKnown = 16
/** The sets used last, by project: reading a thousand trackers takes longer than matching a short text. */
const known = new WeakMap<Matcher, Map<string, ProjectTrackers>>()

/** Returns the trackers of a project, and their revision: to be compared when the mentions they find are written. */
export async function trackersOf(
  db: Database,
  matcher: Matcher,
  projectId: string,
): Promise<ProjectTrackers> {
  const sets = known.get(matcher) ?? new Map<string, ProjectTrackers>()
  known.set(matcher, sets)
  const current = await db.reader
    .selectFrom('projects')
    .select('trackerRevision')
    .where('id', '=', projectId)
    .executeTakeFirst()
  let set = sets.get(projectId)
  if (!set || set.revision !== current?.trackerRevision) set = await read(db, projectId)
  sets.delete(projectId)
  sets.set(projectId, set)
  if (sets.size > mostKnown) sets.delete(sets.keys().next().value!)
  return set
}

/** Reads revision and trackers in one statement, so that they are of the same moment. */
async function read({ reader }: Database, projectId: string): Promise<ProjectTrackers> {
  const { rows } = await sql<{ revision: number; id: string | null } & Definition>`
    select project.tracker_revision as revision, tracker.id, phrases, query, exclude, language, scope
    from projects project
    left join trackers tracker on tracker.project_id = project.id and tracker.deleted_at is null
    where project.id = ${projectId}::uuid
    order by tracker.id`.execute(reader)
  const revision = rows[0]?.revision ?? 0
  return {
    revision,
    key: `${projectId} ${revision}`,
    trackers: rows.flatMap(({ id, phrases, query, exclude, language, scope }) =>
      id ? [{ id, definition: { phrases, query, exclude, language, scope } }] : [],
    ),
  }
}
