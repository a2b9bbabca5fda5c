import { z } from 'zod'
import { type AccessLevel, accessLevel, includesLevel } from './access.ts'
import { roles } from './actor.ts'
import { operationIn } from './operation.ts'
import { date, deleted, id, line, listQuery, page, readVersion, text, timestamp } from './rules/fields.ts'
import { usualLanguage } from './rules/language.ts'

const operation = operationIn('insights')

/** The levels of members with an entry. Everyone else has the level of `everyone`. */
const memberLevel = z.enum(['view', 'edit'])

/** The progress of work on the sources of a project. */
export const sourcesDone = z.strictObject({ done: z.int(), total: z.int() }).meta({ id: 'SourcesDone' })

const projectAccess = z
  .strictObject({
    everyone: accessLevel.describe('The level of all users who have access to insights'),
    members: z.array(
      z.strictObject({
        userId: id,
        name: z.string(),
        level: memberLevel,
        note: z
          .string()
          .nullable()
          .describe('Why the entry has no effect, or less than it says; null if it has its effect'),
      }),
    ),
  })
  .meta({ id: 'ProjectAccess' })
export type ProjectAccess = z.output<typeof projectAccess>

const project = z
  .strictObject({
    id,
    name: z.string(),
    description: z.string(),
    language: usualLanguage,
    createdAt: timestamp,
    updatedAt: timestamp,
    archivedAt: timestamp.nullable(),
    deletedOn: date
      .nullable()
      .describe('The day on which it will be deleted, because it is archived; null unless announced'),
    level: memberLevel.describe('Your own level: `edit` may also change who can see the project'),
    access: projectAccess,
    version: z.int(),
    pseudonymisation: sourcesDone
      .nullable()
      .describe('Existing sources in which names that were added have been replaced; null when complete'),
    counts: z.strictObject({
      sources: z.int(),
      trackers: z.int(),
      mentions: z.int(),
    }),
  })
  .meta({ id: 'Project' })
export type Project = z.output<typeof project>

const mostMembers = 500

const accessInput = z.strictObject({
  everyone: accessLevel.optional().describe('Omitted, it keeps its value'),
  members: z
    .array(z.strictObject({ userId: id, level: memberLevel }))
    .max(mostMembers, `Enter at most ${mostMembers}`)
    .superRefine((members, context) => {
      const ids = members.map(({ userId }) => userId)
      for (const [at, userId] of ids.entries())
        if (ids.indexOf(userId) < at)
          context.addIssue({ code: 'custom', path: [at, 'userId'], message: 'Enter each user once' })
    })
    .optional()
    .describe('All entries. Omitted, they stay as they are'),
})

type AccessInput = z.output<typeof accessInput>

/** Returns whether a change of a project’s access raises the level of anyone. */
function widensAccess({ everyone, members }: AccessInput, present: ProjectAccess): boolean {
  const former = new Map(present.members.map((entry) => [entry.userId, entry.level]))
  const isMore = (level: AccessLevel, userId?: string) =>
    !includesLevel(present.everyone, level) && !includesLevel(former.get(userId ?? '') ?? 'none', level)
  return (
    (everyone !== undefined && isMore(everyone)) ||
    (members?.some(({ userId, level }) => isMore(level, userId)) ?? false)
  )
}

export const projectParams = z.strictObject({ projectId: id })
const name = line(1, 200)
const description = text(0, 5000)

export const listProjects = operation({
  id: 'projects.list',
  method: 'GET',
  path: '/api/projects',
  summary: 'List projects, newest first.',
  allow: roles,
  query: listQuery.extend({
    archived: z
      .enum(['true', 'false'])
      .optional()
      .describe('Return only archived projects (`true`) or only active ones (`false`)'),
    q: text(1, 200).optional().describe('Parts of the name, in any order'),
  }),
  result: page(project),
  mcp: { readOnly: true, destructive: false },
})

export const createProject = operation({
  id: 'projects.create',
  method: 'POST',
  path: '/api/projects',
  summary: 'Create a project.',
  allow: roles,
  body: z.strictObject({ name, description: description.optional(), language: usualLanguage.optional() }),
  result: project,
  status: 201,
  mcp: { readOnly: false, destructive: false },
})

export const getProject = operation({
  id: 'projects.get',
  method: 'GET',
  path: '/api/projects/:projectId',
  summary: 'Get a project.',
  allow: roles,
  params: projectParams,
  result: project,
  errors: ['project_not_found'],
  mcp: { readOnly: true, destructive: false },
})

export const updateProject = operation({
  id: 'projects.update',
  method: 'PATCH',
  path: '/api/projects/:projectId',
  summary:
    'Update a project: rename, describe, archive or restore it, or set its language or who can see it. With an API key, giving someone more access waits for a confirmation in the browser.',
  allow: roles,
  params: projectParams,
  body: z.strictObject({
    name: name.optional(),
    description: description.optional(),
    language: usualLanguage.optional(),
    archived: z.boolean().optional(),
    access: accessInput.optional(),
    version: readVersion,
  }),
  grants: [{ field: 'access', isMore: widensAccess }],
  result: project,
  errors: ['project_not_found', 'stale_version'],
})

export const deleteProject = operation({
  id: 'projects.delete',
  method: 'DELETE',
  path: '/api/projects/:projectId',
  summary: 'Delete a project and everything in it.',
  allow: ['owner', 'admin'],
  params: projectParams,
  result: deleted,
  errors: ['project_not_found'],
})
