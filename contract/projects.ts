import { z } from 'zod'
import { roles } from './actor.ts'
import { operation } from './operation.ts'
import { deleted, id, listQuery, page, readVersion, text, timestamp } from './rules/fields.ts'
import { usualLanguage } from './rules/language.ts'

const project = z
  .strictObject({
    id,
    name: z.string(),
    description: z.string(),
    language: usualLanguage,
    createdAt: timestamp,
    updatedAt: timestamp,
    archivedAt: timestamp.nullable(),
    version: z.int(),
    counts: z.strictObject({
      sources: z.int(),
      trackers: z.int(),
      mentions: z.int(),
    }),
  })
  .meta({ id: 'Project' })
export type Project = z.output<typeof project>

const params = z.strictObject({ projectId: id })
const name = text(1, 200)
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
  params,
  result: project,
  errors: ['project_not_found'],
  mcp: { readOnly: true, destructive: false },
})

export const updateProject = operation({
  id: 'projects.update',
  method: 'PATCH',
  path: '/api/projects/:projectId',
  summary: 'Update a project: rename, describe, archive or restore it, or set its language.',
  allow: roles,
  params,
  body: z.strictObject({
    name: name.optional(),
    description: description.optional(),
    language: usualLanguage.optional(),
    archived: z.boolean().optional(),
    version: readVersion,
  }),
  result: project,
  errors: ['project_not_found', 'stale_version'],
})

export const deleteProject = operation({
  id: 'projects.delete',
  method: 'DELETE',
  path: '/api/projects/:projectId',
  summary: 'Delete a project and everything in it.',
  allow: ['owner', 'admin'],
  params,
  result: deleted,
  errors: ['project_not_found'],
})
