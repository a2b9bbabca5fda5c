import { sql } from 'kysely'
import {
  createProject,
  createSource,
  createTracker,
  listRuns,
  listSources,
  listTrackers,
  startRun,
} from '#contract'
import { firstIdAt, type HomeContext, type HomePart, instantText } from '#platform'
import { projectsOf } from './library/projects.ts'

const dayMs = 24 * 60 * 60 * 1000

const firstIdDaysBefore = (now: Date, days: number) => firstIdAt(new Date(now.getTime() - days * dayMs))

const project = sql`json_build_object('id', projects.id, 'name', projects.name)`

/** Whether a table has something in a project that the caller may see. */
const existsIn =
  (table: string, condition = sql`true`) =>
  ({ actor }: HomeContext) =>
    sql<boolean>`exists (
      select from ${projectsOf(actor.userId)} as projects join ${sql.table(table)} as part on project_id = projects.id where ${condition})`

export const homeOfInsights: HomePart = {
  half: 'insights',
  sections: [
    {
      name: 'runs',
      list: listRuns,
      rows: ({ actor, now }) => sql`
        select skill_runs.id, skill, ${project} as project, status, ${instantText(sql`skill_runs.created_at`)} as "createdAt"
        from skill_runs join ${projectsOf(actor.userId)} as projects on projects.id = project_id
        where skill_runs.id >= ${firstIdDaysBefore(now, 7)}::uuid
        order by skill_runs.id desc`,
    },
    {
      name: 'newMentions',
      list: listTrackers,
      rows: ({ actor, now }) => sql`
        select trackers.id, trackers.name, ${project} as project, mentions
        from (
          select tracker_id, count(*)::integer as mentions
          from mentions where id >= ${firstIdDaysBefore(now, 1)}::uuid and not dismissed group by tracker_id) as found
        join trackers on trackers.id = tracker_id
        join ${projectsOf(actor.userId)} as projects on projects.id = project_id
        where trackers.deleted_at is null
        order by mentions desc, trackers.id desc`,
    },
    {
      name: 'failedSources',
      list: listSources,
      rows: ({ actor }) => sql`
        select sources.id, title, ${project} as project, error_message as error
        from sources join ${projectsOf(actor.userId)} as projects on projects.id = project_id
        where status = 'failed' and projects.archived_at is null
        order by sources.id desc`,
    },
  ],
  steps: [
    {
      step: 'project',
      takes: createProject,
      isDone: ({ actor }) => sql`exists (select from ${projectsOf(actor.userId)} as projects)`,
    },
    { step: 'source', takes: createSource, isDone: existsIn('sources') },
    { step: 'tracker', takes: createTracker, isDone: existsIn('trackers', sql`part.deleted_at is null`) },
    { step: 'run', takes: startRun, isDone: existsIn('skill_runs') },
  ],
}
