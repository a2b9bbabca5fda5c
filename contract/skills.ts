import { z } from 'zod'
import { roles } from './actor.ts'
import { operationIn } from './operation.ts'
import { decimalText } from './rules/decimals.ts'
import { id, listQuery, named, page, timestamp, verbatim } from './rules/fields.ts'
import { runOutput, skillInput } from './rules/run.ts'

const operation = operationIn('insights')

/** A skill's name, after agentskills.io: lower-case letters, digits and single hyphens. */
const skillName = z
  .string()
  .max(64, 'Enter at most 64 characters')
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Use only lower-case letters, digits and single hyphens')

const skill = z
  .strictObject({
    name: skillName,
    description: z.string(),
    builtIn: z.boolean(),
    available: z.boolean().describe('`false` if it needs a model and none is configured'),
    instructions: z
      .string()
      .nullable()
      .describe('The body of the SKILL.md. Null for built-in skills and in lists'),
    inputSchema: z.record(z.string(), z.unknown()).describe('JSON Schema of a run’s `input`'),
    createdAt: timestamp.nullable(),
    createdBy: named.nullable(),
  })
  .meta({ id: 'Skill' })
export type Skill = z.output<typeof skill>

export const runStatuses = ['queued', 'running', 'succeeded', 'failed', 'canceled', 'timed_out'] as const

const usage = z.strictObject({
  model: z.string(),
  calls: z.int().describe('Answered calls'),
  inputTokens: z.int().describe('As counted by the endpoint; estimated if it does not count'),
  outputTokens: z.int(),
  cost: z
    .strictObject({ amount: decimalText, currency: z.string() })
    .nullable()
    .describe('Null unless the operator has set prices'),
})

const run = z
  .strictObject({
    id,
    skill: skillName,
    projectId: id,
    input: skillInput,
    status: z.enum(runStatuses),
    progress: z
      .strictObject({ done: z.int(), total: z.int(), message: z.string() })
      .describe('How many sources have been read; with a model, how many passages of them'),
    output: runOutput.nullable().describe('Null in lists and until the run has succeeded'),
    error: z
      .strictObject({
        code: z.string(),
        message: z.string(),
        endpointMessage: z
          .string()
          .nullable()
          .describe('The message of the model’s endpoint, for owners and admins. Null for members'),
      })
      .nullable(),
    usage: usage.nullable().describe('Null unless a model answered'),
    retryOf: id.nullable(),
    createdAt: timestamp,
    createdBy: named,
    startedAt: timestamp.nullable(),
    finishedAt: timestamp.nullable(),
  })
  .meta({ id: 'Run' })
export type Run = z.output<typeof run>

const listedSkill = skill
  .extend({
    lastRun: run
      .pick({ id: true, projectId: true, status: true, createdAt: true })
      .nullable()
      .describe('The newest run of this skill; with `projectId`, the newest in that project'),
  })
  .meta({ id: 'ListedSkill' })
export type ListedSkill = z.output<typeof listedSkill>

const byName = z.strictObject({ name: skillName })
const params = z.strictObject({ runId: id })

export const listSkills = operation({
  id: 'skills.list',
  method: 'GET',
  path: '/api/skills',
  summary: 'List skills by name, built-in ones first, each with its last run.',
  allow: roles,
  query: z.strictObject({ projectId: id.optional().describe('Return the last runs in this project') }),
  result: z.strictObject({ data: z.array(listedSkill), nextCursor: z.null() }),
  mcp: { readOnly: true, destructive: false },
})

export const getSkill = operation({
  id: 'skills.get',
  method: 'GET',
  path: '/api/skills/:name',
  summary: 'Get a skill with its instructions.',
  allow: roles,
  params: byName,
  result: skill,
  errors: ['skill_not_found'],
  mcp: { readOnly: true, destructive: false },
})

export const createSkill = operation({
  id: 'skills.create',
  method: 'POST',
  path: '/api/skills',
  summary: 'Create a custom skill from a SKILL.md file (agentskills.io) or its content as JSON.',
  allow: roles,
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
  summary: 'Delete a custom skill. Its runs are kept.',
  allow: ['owner', 'admin'],
  params: byName,
  result: z.strictObject({ name: skillName }),
  errors: ['skill_not_found', 'skill_built_in'],
})

export const startRun = operation({
  id: 'skills.run',
  method: 'POST',
  path: '/api/skills/:name/runs',
  summary: 'Run a skill on a project. Use `wait` to wait for the result.',
  allow: roles,
  params: byName,
  body: z.strictObject({
    projectId: id,
    input: skillInput.optional(),
    wait: z
      .int()
      .min(0)
      .max(60)
      .optional()
      .describe('Seconds to wait. Returns 200 if the run finishes in time, otherwise 202'),
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
  summary: 'List skill runs, newest first.',
  allow: roles,
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
  summary: 'Get a skill run with its progress and result.',
  allow: roles,
  params,
  result: run,
  errors: ['run_not_found'],
  mcp: { readOnly: true, destructive: false },
})

export const cancelRun = operation({
  id: 'skills.cancelRun',
  method: 'POST',
  path: '/api/skill-runs/:runId/cancel',
  summary: 'Cancel a skill run. Discards its partial result.',
  allow: roles,
  params,
  result: run,
  errors: ['run_not_found', 'run_finished'],
  mcp: { readOnly: false, destructive: true },
})

export const retryRun = operation({
  id: 'skills.retryRun',
  method: 'POST',
  path: '/api/skill-runs/:runId/retry',
  summary: 'Retry a finished skill run with the same input. Creates a new run.',
  allow: roles,
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
  summary:
    'Watch a skill run. Streams a server-sent event named `run` for each change until the run finishes.',
  allow: roles,
  params,
  result: { media: ['text/event-stream'], showsPatients: false },
  errors: ['run_not_found'],
})
