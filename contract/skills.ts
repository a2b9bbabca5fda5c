import { z } from 'zod'
import { date, id, listQuery, page, text, timestamp, verbatim } from './fields.ts'
import { operation } from './operation.ts'

/** A skill's name, after agentskills.io: lower-case letters, digits and single hyphens. */
const skillName = z
  .string()
  .max(64, 'At most 64 characters')
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Lower-case letters, digits and single hyphens')

const skill = z
  .strictObject({
    name: skillName,
    description: z.string(),
    builtIn: z.boolean(),
    available: z.boolean().describe('false where it needs a model and none is configured'),
    instructions: z
      .string()
      .nullable()
      .describe('The SKILL.md below its front matter; null where it is built in, and in lists'),
    inputSchema: z.record(z.string(), z.unknown()).describe('What a run’s `input` may hold, as JSON Schema'),
    createdAt: timestamp.nullable(),
    createdBy: z.strictObject({ id, name: z.string() }).nullable(),
  })
  .meta({ id: 'Skill' })
export type Skill = z.output<typeof skill>

export const runStatuses = ['queued', 'running', 'succeeded', 'failed', 'canceled', 'timed_out'] as const

/** What every run may be given: which sources it is about, and how much it writes. */
export const skillInput = z.strictObject({
  sourceIds: z.array(id).min(1).max(500).optional().describe('Only these; all that are ready unless given'),
  tag: text(1, 60).optional().describe('Only sources with this tag'),
  from: date.optional().describe('Only what occurred on this day, UTC, or later'),
  to: date.optional().describe('Or earlier'),
  sentences: z.number().int().min(1).max(50).optional().describe('How long the result may be'),
  question: text(1, 1000)
    .optional()
    .describe('What one wants to know; built-in skills prefer what is about it'),
})
export type SkillInput = z.output<typeof skillInput>

const citation = z.strictObject({
  sourceId: id,
  start: z.number().int().describe('UTF-16 offset into the text of the source'),
  end: z.number().int(),
  quote: z.string().describe('`text.slice(start, end)` of the source’s text, verified when it was stored'),
})
export type Citation = z.output<typeof citation>

const run = z
  .strictObject({
    id,
    skill: skillName,
    projectId: id,
    input: skillInput,
    status: z.enum(runStatuses),
    progress: z.strictObject({ done: z.number().int(), total: z.number().int(), message: z.string() }),
    output: z
      .strictObject({
        markdown: z
          .string()
          .describe('Each sentence ends with its citations: `[1]` is the first of `citations`'),
        data: z
          .record(z.string(), z.unknown())
          .describe('The same for programs; the skill says what it holds'),
        citations: z.array(citation),
      })
      .nullable()
      .describe('null until it has succeeded, and in lists'),
    error: z.strictObject({ code: z.string(), message: z.string() }).nullable(),
    retryOf: id.nullable(),
    createdAt: timestamp,
    createdBy: z.strictObject({ id, name: z.string() }),
    startedAt: timestamp.nullable(),
    finishedAt: timestamp.nullable(),
  })
  .meta({ id: 'Run' })
export type Run = z.output<typeof run>

const everyone = ['owner', 'admin', 'member'] as const
const byName = z.strictObject({ name: skillName })
const params = z.strictObject({ runId: id })

export const listSkills = operation({
  id: 'skills.list',
  method: 'GET',
  path: '/api/skills',
  summary: 'List the skills by name, the built-in ones first.',
  allow: everyone,
  result: z.strictObject({ data: z.array(skill), nextCursor: z.null() }),
  mcp: { readOnly: true, destructive: false },
})

export const getSkill = operation({
  id: 'skills.get',
  method: 'GET',
  path: '/api/skills/:name',
  summary: 'Give one skill, with its instructions.',
  allow: everyone,
  params: byName,
  result: skill,
  errors: ['skill_not_found'],
  mcp: { readOnly: true, destructive: false },
})

export const createSkill = operation({
  id: 'skills.create',
  method: 'POST',
  path: '/api/skills',
  summary: 'Add a skill of one’s own: a SKILL.md after agentskills.io, as JSON or as a file.',
  allow: everyone,
  body: z.strictObject({
    content: verbatim(1, 100_000).describe('Front matter with `name` and `description`, then instructions'),
  }),
  form: z.strictObject({}),
  result: skill,
  status: 201,
  errors: ['skill_name_taken', 'too_many_skills'],
})

export const deleteSkill = operation({
  id: 'skills.delete',
  method: 'DELETE',
  path: '/api/skills/:name',
  summary: 'Delete a skill that was added; its runs stay.',
  allow: ['owner', 'admin'],
  params: byName,
  result: z.strictObject({ name: skillName }),
  errors: ['skill_not_found', 'skill_built_in'],
})

export const startRun = operation({
  id: 'skills.run',
  method: 'POST',
  path: '/api/skills/:name/runs',
  summary: 'Start a skill on a project, and wait a while for its result where one likes.',
  allow: everyone,
  params: byName,
  body: z.strictObject({
    projectId: id,
    input: skillInput.optional(),
    wait: z
      .number()
      .int()
      .min(0)
      .max(60)
      .optional()
      .describe('Seconds; 200 with the finished run if they suffice'),
  }),
  result: run,
  status: 202,
  otherStatuses: [200],
  errors: [
    'skill_not_found',
    'project_not_found',
    'source_not_found',
    'project_archived',
    'model_not_configured',
  ],
  mcp: { readOnly: false, destructive: false },
})

export const listRuns = operation({
  id: 'skills.listRuns',
  method: 'GET',
  path: '/api/skill-runs',
  summary: 'List runs, newest first.',
  allow: everyone,
  query: listQuery.extend({
    projectId: id.optional(),
    skill: skillName.optional(),
    status: z.enum(runStatuses).optional(),
  }),
  result: page(run),
  mcp: { readOnly: true, destructive: false },
})

export const getRun = operation({
  id: 'skills.getRun',
  method: 'GET',
  path: '/api/skill-runs/:runId',
  summary: 'Give one run: its progress, and once it has finished its result.',
  allow: everyone,
  params,
  result: run,
  errors: ['run_not_found'],
  mcp: { readOnly: true, destructive: false },
})

export const cancelRun = operation({
  id: 'skills.cancelRun',
  method: 'POST',
  path: '/api/skill-runs/:runId/cancel',
  summary: 'Cancel a run; what it did so far is dropped.',
  allow: everyone,
  params,
  result: run,
  errors: ['run_not_found', 'run_finished'],
  mcp: { readOnly: false, destructive: true },
})

export const retryRun = operation({
  id: 'skills.retryRun',
  method: 'POST',
  path: '/api/skill-runs/:runId/retry',
  summary: 'Start a finished run again with the same input, as a run of its own.',
  allow: everyone,
  params,
  result: run,
  status: 202,
  errors: [
    'run_not_found',
    'run_not_finished',
    'skill_not_found',
    'project_archived',
    'model_not_configured',
  ],
})

export const watchRun = operation({
  id: 'skills.watchRun',
  method: 'GET',
  path: '/api/skill-runs/:runId/events',
  summary: 'Watch a run: server-sent events named `run`, each with the run as JSON, until it has finished.',
  allow: everyone,
  params,
  result: { media: ['text/event-stream'] },
  errors: ['run_not_found'],
})
