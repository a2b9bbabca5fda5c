import { z } from 'zod'
import { roles } from './actor.ts'
import { date, id, listQuery, page, readVersion, text, timestamp } from './fields.ts'
import { operation } from './operation.ts'
import { language } from './sources.ts'

const phrase = z.strictObject({
  text: text(1, 200),
  match: z
    .enum(['exact', 'stem'])
    .default('exact')
    .describe('`exact` matches these words, `stem` any of their forms. Case is ignored'),
})
const phrases = z.array(phrase).max(200, 'Enter at most 200 phrases')
const definition = {
  phrases: phrases.describe('Each occurrence of a phrase is a mention'),
  query: text(1, 2000).describe(
    'Each matching passage is a mention. Supports `AND`, `OR`, `NOT`, "exact words", parentheses, `prefix*` and `NEAR/5`. A bare word matches all its forms',
  ),
  exclude: phrases.describe('Passages with one of these phrases are ignored'),
  language: language.describe('Language of word forms. Defaults to each source’s own'),
}
const optionalDefinition = z.strictObject(definition).partial()

const tracker = z
  .strictObject({
    id,
    projectId: id,
    name: z.string(),
    phrases: z.array(z.strictObject({ text: z.string(), match: z.enum(['exact', 'stem']) })),
    query: z.string().nullable(),
    exclude: z.array(z.strictObject({ text: z.string(), match: z.enum(['exact', 'stem']) })),
    language: language.nullable(),
    backfill: z
      .strictObject({ done: z.int(), total: z.int() })
      .nullable()
      .describe('Existing sources searched since the tracker was created or changed; null when complete'),
    counts: z.strictObject({ mentions: z.int(), sources: z.int() }),
    version: z.int(),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'Tracker' })
export type Tracker = z.output<typeof tracker>

const mentionFields = {
  sourceId: id,
  sourceTitle: z.string(),
  rule: z.string().describe('The matching phrase, or `query`'),
  text: z
    .string()
    .describe('The matching text, at most 2,000 characters: `text.slice(start, end)` of the source’s text'),
  start: z.int().describe('UTF-16 offset in the source’s text'),
  end: z.int(),
  snippet: z
    .string()
    .describe('The mention with the surrounding text. In a table row, each line is a field: `name: value`'),
  highlights: z.array(z.tuple([z.int(), z.int()])).describe('Offsets of the matching words in the snippet'),
  speaker: z.string().nullable(),
  startMs: z.int().nullable().describe('Position in a recording, in milliseconds'),
  occurredAt: timestamp.describe('The source’s `occurredAt`, or its upload time'),
}
const foundMention = z.strictObject(mentionFields).meta({ id: 'FoundMention' })
export type FoundMention = z.output<typeof foundMention>

const mention = z
  .strictObject({
    seq: z.int().describe('Strictly increasing per tracker. Later mentions always have larger numbers'),
    id,
    trackerId: id,
    ...mentionFields,
    detectedAt: timestamp,
  })
  .meta({ id: 'Mention' })
export type Mention = z.output<typeof mention>

const ofProject = z.strictObject({ projectId: id })
const params = z.strictObject({ trackerId: id })
const name = text(1, 200)

export const listTrackers = operation({
  id: 'trackers.list',
  method: 'GET',
  path: '/api/projects/:projectId/trackers',
  summary: 'List the trackers of a project, newest first.',
  allow: roles,
  params: ofProject,
  query: listQuery.extend({ q: text(1, 200).optional().describe('Part of the name') }),
  result: page(tracker),
  errors: ['project_not_found'],
  mcp: { readOnly: true, destructive: false },
})

export const createTracker = operation({
  id: 'trackers.create',
  method: 'POST',
  path: '/api/projects/:projectId/trackers',
  summary:
    'Create a tracker with phrases, a boolean query or both. It also searches existing sources and keeps the first 10,000 mentions of each.',
  allow: roles,
  params: ofProject,
  body: z.strictObject({ name, ...optionalDefinition.shape }),
  result: tracker,
  status: 201,
  errors: ['project_not_found', 'project_archived', 'too_many_trackers'],
  mcp: { readOnly: false, destructive: false },
})

export const previewTracker = operation({
  id: 'trackers.preview',
  method: 'POST',
  path: '/api/projects/:projectId/trackers/preview',
  summary: 'Preview a tracker’s mentions without saving anything.',
  allow: roles,
  replay: 'none',
  params: ofProject,
  body: optionalDefinition,
  result: z.strictObject({
    counts: z.strictObject({ mentions: z.int(), sources: z.int() }),
    searched: z
      .strictObject({ sources: z.int(), of: z.int() })
      .describe('Newest sources first, within a time limit. The counts cover only these sources'),
    sample: z.array(foundMention).max(50),
  }),
  errors: ['project_not_found'],
})

export const getTracker = operation({
  id: 'trackers.get',
  method: 'GET',
  path: '/api/trackers/:trackerId',
  summary: 'Get a tracker.',
  allow: roles,
  params,
  result: tracker,
  errors: ['tracker_not_found'],
  mcp: { readOnly: true, destructive: false },
})

export const updateTracker = operation({
  id: 'trackers.update',
  method: 'PATCH',
  path: '/api/trackers/:trackerId',
  summary: 'Update a tracker. It searches all sources again; mentions that still match keep their ids.',
  allow: roles,
  params,
  body: z.strictObject({
    name: name.optional(),
    phrases: definition.phrases.optional(),
    query: definition.query.nullable().optional(),
    exclude: definition.exclude.optional(),
    language: definition.language.nullable().optional(),
    version: readVersion,
  }),
  result: tracker,
  errors: ['tracker_not_found', 'stale_version'],
})

export const deleteTracker = operation({
  id: 'trackers.delete',
  method: 'DELETE',
  path: '/api/trackers/:trackerId',
  summary: 'Delete a tracker with its mentions.',
  allow: roles,
  params,
  result: z.strictObject({ id }),
  errors: ['tracker_not_found'],
})

export const getTrackerResults = operation({
  id: 'trackers.results',
  method: 'GET',
  path: '/api/trackers/:trackerId/results',
  summary: 'List a tracker’s mentions with counts over time. Use `after` to get only new ones.',
  allow: roles,
  params,
  query: z.strictObject({
    after: text(1, 500)
      .optional()
      .describe('The `cursor` of an earlier response. No mention is missed or repeated'),
    limit: listQuery.shape.limit,
    order: z
      .enum(['oldest', 'newest'])
      .default('oldest')
      .describe('Order of detection. With `newest`, `cursor` leads to older mentions'),
    from: date.optional().describe('First day of `occurredAt`, UTC'),
    to: date.optional().describe('Last day of `occurredAt`, UTC'),
    sourceId: id.optional().describe('Return only mentions in this source'),
  }),
  result: z.strictObject({
    data: z.array(mention),
    cursor: z
      .string()
      .nullable()
      .describe('Pass it as `after` in the next call. Null at the end of `newest`'),
    counts: z
      .strictObject({ mentions: z.int(), sources: z.int() })
      .describe('Counts between `from` and `to`, in all sources'),
    trend: z
      .array(z.strictObject({ date, count: z.int() }))
      .describe('The last 366 days with mentions, earliest first'),
  }),
  formats: ['application/json', 'text/markdown'],
  errors: ['tracker_not_found'],
  mcp: { readOnly: true, destructive: false },
})

export const listSourceMentions = operation({
  id: 'trackers.listMentionsOfSource',
  method: 'GET',
  path: '/api/sources/:sourceId/mentions',
  summary: 'List all trackers’ mentions in a source, in text order.',
  allow: roles,
  params: z.strictObject({ sourceId: id }),
  query: listQuery,
  result: page(mention),
  errors: ['source_not_found'],
})
