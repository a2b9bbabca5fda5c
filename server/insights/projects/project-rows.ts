import { sql } from 'kysely'
import type { AccessLevel, Language, Project, Role } from '#contract'
import type { Reader } from '#database'
import { projectsOf } from '../library/projects.ts'

/** An entry of a project, with what may keep it from having its effect. */
interface Entry {
  userId: string
  name: string
  level: Project['level']
  role: Role
  disabled: boolean
  insights: AccessLevel
}

const members = sql<Entry[]>`case when projects.access -> 'members' = '{}' then '[]' else (
  select jsonb_agg(jsonb_build_object(
      'userId', users.id, 'name', users.name, 'level', entry.level,
      'role', role, 'disabled', disabled, 'insights', users.access -> 'insights') order by users.name, users.id)
  from jsonb_each_text(projects.access -> 'members') as entry (user_id, level) join users on users.id = entry.user_id::uuid) end`

// Reads counters, so nothing here takes longer as texts grow.
const counts = sql<Project['counts']>`(
  select jsonb_build_object(
    'sources', coalesce((select queued + extracting + ready + failed from source_counts where project_id = projects.id), 0),
    'trackers', count(*),
    'mentions', coalesce(sum(mentions), 0))
  from trackers left join tracker_counters on tracker_id = trackers.id
  where project_id = projects.id and trackers.deleted_at is null)`

const pseudonymisation = sql<Project['pseudonymisation']>`(
  select jsonb_build_object('done', done, 'total', greatest(done, total)) from pseudonymisations where project_id = projects.id)`

/** The day on which an archived project will be deleted; null unless announced. */
export const deletedOn = sql<string | null>`deleted_on(projects.archived_at, projects.deletion_announced_at)`

const columns = [
  'id',
  'name',
  'description',
  'usualLanguage as language',
  'createdAt',
  'updatedAt',
  'archivedAt',
  deletedOn.as('deletedOn'),
  'version',
  sql<AccessLevel>`projects.access ->> 'everyone'`.as('everyone'),
  members.as('members'),
  counts.as('counts'),
  pseudonymisation.as('pseudonymisation'),
] as const

/** Selects the projects that a user may see, with the user's level; the caller adds conditions. */
export const projects = (tx: Reader, { userId }: { userId: string }) =>
  tx.selectFrom(projectsOf(userId).as('projects')).select(columns).select('level')

/** Selects all projects, also those that the caller may not see. */
export const allProjects = (tx: Reader) => tx.selectFrom('projects').select(columns)

type ProjectRow = Awaited<ReturnType<ReturnType<typeof projects>['executeTakeFirstOrThrow']>>

export function toProject({ everyone, members, ...row }: ProjectRow): Project {
  return {
    ...row,
    language: row.language as Language | null,
    access: {
      everyone,
      members: members.map((entry) => {
        const { userId, name, level } = entry
        return { userId, name, level, note: noteOn(entry) }
      }),
    },
  }
}

function noteOn({ role, disabled, insights, level }: Entry): string | null {
  if (disabled) return 'No effect: the user is disabled.'
  if (role !== 'member') return 'No effect: owners and admins can edit every project.'
  if (insights === 'none') return 'No effect: the user has no access to insights.'
  if (insights === 'view' && level === 'edit') return 'View only: the user’s access to insights is view.'
  return null
}
