import { sql } from 'kysely'
import { listRuns, listSources, listTrackers } from '#contract'
import { firstIdAt, type HomePart, instantText } from '#platform'

const dayMs = 24 * 60 * 60 * 1000

const firstIdDaysBefore = (now: Date, days: number) => firstIdAt(new Date(now.getTime() - days * dayMs))

const project = sql`json_build_object('id', projects.id, 'name', projects.name)`

export const homeOfInsights: HomePart = {
  half: 'insights',
  sections: [
    {
      name: 'runs',
      list: listRuns,
      rows: ({ now }) => sql`
        select skill_runs.id, skill, ${project} as project, status, ${instantText(sql`skill_runs.created_at`)} as "createdAt"
        from skill_runs join projects on projects.id = project_id
        where skill_runs.id >= ${firstIdDaysBefore(now, 7)}::uuid and projects.deleted_at is null
        order by skill_runs.id desc`,
    },
    {
      name: 'newMentions',
      list: listTrackers,
      rows: ({ now }) => sql`
        select trackers.id, trackers.name, ${project} as project, mentions
        from (
          select tracker_id, count(*)::integer as mentions
          from mentions where id >= ${firstIdDaysBefore(now, 1)}::uuid and not dismissed group by tracker_id) as found
        join trackers on trackers.id = tracker_id join projects on projects.id = project_id
        where trackers.deleted_at is null and projects.deleted_at is null
        order by mentions desc, trackers.id desc`,
    },
    {
      name: 'failedSources',
      list: listSources,
      rows: () => sql`
        select sources.id, title, ${project} as project, error_message as error
        from sources join projects on projects.id = project_id
        where status = 'failed' and projects.deleted_at is null and projects.archived_at is null
        order by sources.id desc`,
    },
  ],
  steps: [
    { step: 'project', isDone: sql`exists (select from projects where deleted_at is null)` },
    { step: 'source', isDone: sql`exists (select from sources)` },
    { step: 'tracker', isDone: sql`exists (select from trackers where deleted_at is null)` },
    { step: 'run', isDone: sql`exists (select from skill_runs)` },
  ],
}
