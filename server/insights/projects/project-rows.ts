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

const entries = sql<Entry[]>`(
  select coalesce(jsonb_agg(jsonb_build_object(
      'userId', users.id, 'name', users.name, 'level', project_members.level,
      'role', role, 'disabled', disabled, 'insights', access -> 'insights') order by users.name, users.id), '[]')
  from project_members join users on users.id = user_id where project_id = projects.id)`

/** Selects the projects that a user may see, with the user's level; the caller adds conditions. */
export const projects = (tx: Reader, { userId }: { userId: string }) =>
  projectRows(tx)
    .innerJoin(projectsOf(userId).as('visible'), 'visible.projectId', 'projects.id')
    .select('level')

/** Selects projects with their counts. */
export function projectRows(tx: Reader) {
  return tx
    .selectFrom('projects')
    .select([
      'id',
      'name',
      'description',
      'usualLanguage as language',
      'createdAt',
      'updatedAt',
      'archivedAt',
      'version',
      'everyone',
      entries.as('members'),
    ])
    .select(({ selectFrom, fn }) => [
      selectFrom('sourceCounts')
        .whereRef('projectId', '=', 'projects.id')
        .select(sql<number>`queued + extracting + ready + failed`.as('sources'))
        .as('sources'),
      // Reads counters, so nothing here takes longer as texts grow.
      selectFrom('trackers')
        .whereRef('projectId', '=', 'projects.id')
        .where('trackers.deletedAt', 'is', null)
        .select(fn.countAll<number>().as('trackers'))
        .as('trackers'),
      selectFrom('trackers')
        .innerJoin('trackerCounters', 'trackerId', 'trackers.id')
        .whereRef('projectId', '=', 'projects.id')
        .where('trackers.deletedAt', 'is', null)
        .select(sql<number>`sum(mentions)::bigint`.as('mentions'))
        .as('mentions'),
    ])
}

type ProjectRow = Awaited<ReturnType<ReturnType<typeof projects>['executeTakeFirstOrThrow']>>

export function toProject({ sources, trackers, mentions, everyone, members, ...row }: ProjectRow): Project {
  return {
    ...row,
    language: row.language as Language | null,
    access: {
      everyone: everyone as AccessLevel,
      members: members.map((entry) => {
        const { userId, name, level } = entry
        return { userId, name, level, note: noteOn(entry) }
      }),
    },
    counts: { sources: sources ?? 0, trackers: trackers ?? 0, mentions: mentions ?? 0 },
  }
}

function noteOn({ role, disabled, insights, level }: Entry): string | null {
  if (disabled) return 'No effect: the user is disabled.'
  if (role !== 'member') return 'No effect: owners and admins can edit every project.'
  if (insights === 'none') return 'No effect: the user has no access to insights.'
  if (insights === 'view' && level === 'edit') return 'View only: the user’s access to insights is view.'
  return null
}
