import { createProject } from '#contract'
import type { Installation } from '../installation.ts'
import { phrases } from './texts.ts'

/** Creates a project with so many trackers, a phrase each, which have already searched all sources: none. */
export async function projectWith(
  { client, pool, ownerId }: Installation,
  trackers: number,
): Promise<{ projectId: string; trackerIds: string[] }> {
  const { id: projectId } = await client.call(createProject, { name: `With ${trackers} trackers` })
  const { rows } = await pool.query(
    `with made as (
      insert into trackers (id, project_id, name, phrases, exclude, created_by)
      select gen_random_uuid(), $1, phrase, jsonb_build_array(jsonb_build_object('text', phrase, 'match', 'stem')), '[]', $3
      from unnest($2::text[]) as phrase returning id
    ), raised as (update projects set tracker_revision = 1 where id = $1)
    insert into tracker_counters (tracker_id) select id from made returning tracker_id as id`,
    [projectId, phrases.slice(0, trackers), ownerId],
  )
  return { projectId, trackerIds: rows.map(({ id }) => id) }
}
