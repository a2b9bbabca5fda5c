import { sql } from 'kysely'
import type { Database } from '#platform'

/**
 * The project whose turn it is: of those that have trackers to go back over their sources, the one that has waited
 * longest. It has its turn with this, and two who ask at once get two, where there are two.
 * @param except these
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
        order by project_id, progressed_at desc
      ) latest order by progressed_at, project_id limit 1`.execute(reader)
    const [longest] = rows
    if (!longest) return null
    const { numUpdatedRows } = await reader
      .updateTable('trackerBackfills')
      .set({ progressedAt: sql<string>`clock_timestamp()` })
      .where('trackerId', '=', longest.trackerId)
      .where('progressedAt', '=', longest.progressedAt)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) return longest.projectId
  }
}
