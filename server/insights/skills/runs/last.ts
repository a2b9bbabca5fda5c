import { sql } from 'kysely'
import type { ListedSkill } from '#contract'
import type { Reader } from '#database'
import { projectsOf } from '../../library/projects.ts'

type LastRun = NonNullable<ListedSkill['lastRun']>

/** Returns the newest run of each of these skills that a user may see, in this project if given. */
export async function lastRuns(
  tx: Reader,
  { userId, skills, projectId }: { userId: string; skills: string[]; projectId: string | undefined },
): Promise<Map<string, LastRun>> {
  const ofProject = projectId ? sql`and project_id = ${projectId}::uuid` : sql``
  // The first run at or after a skill in the order of the index. With `=`, a skill that was never run would be sought in the
  // order of the primary key, through all runs.
  const { rows } = await sql<LastRun & { skill: string }>`
    select last.* from unnest(${skills}::text[]) as named (skill) join lateral (
      select skill_runs.skill, skill_runs.id, project_id, status, skill_runs.created_at
      from skill_runs join ${projectsOf(userId)} as visible on visible.id = project_id
      where skill_runs.skill >= named.skill ${ofProject}
      order by skill_runs.skill, skill_runs.id desc limit 1
    ) as last on last.skill = named.skill`.execute(tx)
  return new Map(rows.map(({ skill, ...run }) => [skill, run]))
}
