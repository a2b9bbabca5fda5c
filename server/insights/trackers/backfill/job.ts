import { sql } from 'kysely'
import type { Database } from '#database'
import type { Job } from '#platform'
import type { Matcher } from '../../matching/matcher.ts'
import { matchNext, nextGroup } from './match.ts'
import { writeBatch } from './write-batch.ts'

export interface Backfill {
  /** The project with the new or changed tracker; without one, the job only checks for lost jobs. */
  projectId?: string
}

/** A project whose backfill has not progressed for this long has lost its job. */
export const stalledAfter = sql`interval '5 minutes'`

/**
 * Scans the existing sources for all new and changed trackers, until none is left. Projects take turns, a batch each, and
 * trackers of a project that have reached the same source are matched together. Each batch is committed on its own: the
 * next run continues an interrupted one, and if two runs reach the same step, the second skips it. A project that fails
 * is left to the next run and holds up no other.
 */
export const createBackfillJob = (matcher: Matcher): Job<Backfill> => ({
  name: 'trackers.backfill',
  schedule: '*/5 * * * *',
  async run({ db, signal }, { projectId }) {
    if (!projectId && !(await isAnyStalled(db))) return
    const failed = new Map<string, unknown>()
    for (;;) {
      signal.throwIfAborted()
      const next = await nextProject(db, [...failed.keys()])
      if (!next) break
      try {
        const group = await nextGroup(db, next)
        if (group) await writeBatch(db, group, await matchNext(db, matcher, group, signal))
      } catch (error) {
        failed.set(next, error)
      }
    }
    if (failed.size > 0) throw new AggregateError(failed.values(), 'The backfill of some projects failed')
  },
})

async function isAnyStalled({ reader }: Database): Promise<boolean> {
  const row = await reader
    .selectFrom('trackerBackfills')
    .select('trackerId')
    .where('progressedAt', '<', sql<string>`now() - ${stalledAfter}`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Is later than the progress of all others, even if they progressed in this millisecond. */
const afterAllOthers = sql<string>`greatest(
  clock_timestamp(), (select max(progressed_at) + interval '1 ms' from tracker_backfills))`

/**
 * Returns the project with backfills to do that has waited longest, and moves it to the end of the queue. Two
 * simultaneous callers get two projects, if there are two.
 */
export async function nextProject({ reader }: Database, except: string[] = []): Promise<string | null> {
  for (;;) {
    const { rows } = await sql<{ trackerId: string; projectId: string; progressedAt: string }>`
      select * from (
        select distinct on (project_id) project_id, tracker_id, progressed_at
        from tracker_backfills
        join trackers on trackers.id = tracker_id and trackers.deleted_at is null
        join projects on projects.id = project_id and projects.deleted_at is null
        where project_id <> all(${except}::uuid[])
        order by project_id, progressed_at desc, tracker_id
      ) latest order by progressed_at, project_id limit 1`.execute(reader)
    const [longest] = rows
    if (!longest) return null
    const { numUpdatedRows } = await reader
      .updateTable('trackerBackfills')
      .set({ progressedAt: afterAllOthers })
      .where('trackerId', '=', longest.trackerId)
      .where('progressedAt', '=', longest.progressedAt)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) return longest.projectId
  }
}
