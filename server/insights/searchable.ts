import { sql } from 'kysely'
import { listProjects, listSkills, listSources, listTrackers } from '#contract'
import { matchOf, resembles, type Searchable } from '#platform'
import { projectsOf } from './library/projects.ts'
import { sourceName } from './library/sources.ts'
import { builtInSkills } from './skills/index.ts'

/** Projects, sources and trackers that are not deleted, and skills. */
export const searchableInsights: Searchable[] = [
  {
    type: 'project',
    list: listProjects,
    matching: (q, { userId }) => sql`
      select id::text, name, left(description, 200), '/projects/' || id, ${matchOf(sql`name`, q)}, updated_at
      from ${projectsOf(userId)} as projects where ${resembles(sql`name`, q)}`,
  },
  {
    type: 'source',
    list: listSources,
    matching: (q, { userId }) => sql`
      select sources.id::text, title, projects.name, '/projects/' || project_id || '/sources/' || sources.id, ${matchOf(sourceName, q)}, sources.updated_at
      from sources join ${projectsOf(userId)} as projects on projects.id = project_id
      where ${resembles(sourceName, q)}`,
  },
  {
    type: 'tracker',
    list: listTrackers,
    matching: (q, { userId }) => sql`
      select trackers.id::text, trackers.name, projects.name, '/projects/' || project_id || '/trackers/' || trackers.id, ${matchOf(sql`trackers.name`, q)},
        trackers.updated_at
      from trackers join ${projectsOf(userId)} as projects on projects.id = project_id
      where ${resembles(sql`trackers.name`, q)} and trackers.deleted_at is null`,
  },
  {
    type: 'skill',
    list: listSkills,
    matching: (q) => sql`
      select name, name, left(description, 200), '/skills', ${matchOf(sql`name`, q)}, created_at
      from (
        select name, description, created_at from skills
        union all
        select key, value, '-infinity' from jsonb_each_text(${JSON.stringify(builtInSkills)}::jsonb)) as skills
      where ${resembles(sql`name`, q)}`,
  },
]
