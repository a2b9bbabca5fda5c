import { z } from 'zod'
import { date, id, listQuery, page, text, timestamp } from './fields.ts'
import { operation } from './operation.ts'
import { language } from './sources.ts'

const phrase = z.strictObject({
  text: text(1, 200),
  match: z
    .enum(['exact', 'stem'])
    .default('exact')
    .describe('`exact`: these words; `stem`: any form of them. Case never matters'),
})
const phrases = z.array(phrase).max(200, 'At most 200 phrases')
const definition = {
  phrases: phrases.describe('Each place where one of them stands is a mention'),
  query: text(1, 2000).describe(
    'Each passage in which it holds is a mention: `AND`, `OR`, `NOT`, "exact words", brackets, `begin*`, `NEAR/5`; a bare word stands for all its forms',
  ),
  exclude: phrases.describe('Passages in which one of them stands have no mention'),
  language: language.describe('In which the forms of words are understood; that of each source unless given'),
}

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
      .strictObject({ done: z.number().int(), total: z.number().int() })
      .nullable()
      .describe('Sources gone through since it was made or changed; null once it went through all'),
    counts: z.strictObject({ mentions: z.number().int(), sources: z.number().int() }),
    version: z.number().int(),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'Tracker' })
export type Tracker = z.output<typeof tracker>

const mentionFields = {
  sourceId: id,
  sourceTitle: z.string(),
  rule: z.string().describe('The phrase that matched, or `query`'),
  text: z
    .string()
    .describe('What matched, at most 2,000 characters: `text.slice(start, end)` of the source’s text'),
  start: z.number().int().describe('UTF-16 offset into the text of the source'),
  end: z.number().int(),
  snippet: z.string().describe('The mention with what stands around it'),
  highlights: z
    .array(z.tuple([z.number().int(), z.number().int()]))
    .describe('Where in the snippet the words stand that matched'),
  speaker: z.string().nullable(),
  startMs: z.number().int().nullable().describe('In a recording'),
  occurredAt: timestamp.describe(
    'When the source says that it was said or written, else when it was uploaded',
  ),
}
const foundMention = z.strictObject(mentionFields).meta({ id: 'FoundMention' })
export type FoundMention = z.output<typeof foundMention>

const mention = z
  .strictObject({
    seq: z
      .number()
      .int()
      .describe('Grows with each mention of the tracker; none comes later with a smaller one'),
    id,
    trackerId: id,
    ...mentionFields,
    detectedAt: timestamp,
  })
  .meta({ id: 'Mention' })
export type Mention = z.output<typeof mention>

const everyone = ['owner', 'admin', 'member'] as const
const ofProject = z.strictObject({ projectId: id })
const params = z.strictObject({ trackerId: id })
const name = text(1, 200)

export const listTrackers = operation({
  id: 'trackers.list',
  method: 'GET',
  path: '/api/projects/:projectId/trackers',
  summary: 'List the trackers of a project, newest first.',
  allow: everyone,
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
    'Set a tracker: by phrases, a boolean query, or both. It goes back over every source there is, and keeps the first 10,000 mentions of each.',
  allow: everyone,
  params: ofProject,
  body: z.strictObject({
    name,
    phrases: definition.phrases.optional(),
    query: definition.query.optional(),
    exclude: definition.exclude.optional(),
    language: definition.language.optional(),
  }),
  result: tracker,
  status: 201,
  errors: ['project_not_found', 'project_archived', 'too_many_trackers'],
  mcp: { readOnly: false, destructive: false },
})

export const previewTracker = operation({
  id: 'trackers.preview',
  method: 'POST',
  path: '/api/projects/:projectId/trackers/preview',
  summary: 'Say what a tracker would find, and keep nothing.',
  allow: everyone,
  replay: 'none',
  params: ofProject,
  body: z.strictObject({
    phrases: definition.phrases.optional(),
    query: definition.query.optional(),
    exclude: definition.exclude.optional(),
    language: definition.language.optional(),
  }),
  result: z.strictObject({
    counts: z.strictObject({ mentions: z.number().int(), sources: z.number().int() }),
    searched: z
      .strictObject({ sources: z.number().int(), of: z.number().int() })
      .describe('The newest are searched first, for as long as one waits; the counts are of these'),
    sample: z.array(foundMention).max(50),
  }),
  errors: ['project_not_found'],
})

export const getTracker = operation({
  id: 'trackers.get',
  method: 'GET',
  path: '/api/trackers/:trackerId',
  summary: 'Give one tracker.',
  allow: everyone,
  params,
  result: tracker,
  errors: ['tracker_not_found'],
  mcp: { readOnly: true, destructive: false },
})

export const updateTracker = operation({
  id: 'trackers.update',
  method: 'PATCH',
  path: '/api/trackers/:trackerId',
  summary: 'Change a tracker. It goes back over every source; mentions that still hold stay as they are.',
  allow: everyone,
  params,
  body: z.strictObject({
    name: name.optional(),
    phrases: definition.phrases.optional(),
    query: definition.query.nullable().optional(),
    exclude: definition.exclude.optional(),
    language: definition.language.nullable().optional(),
    version: z.number().int().optional().describe('What was read; refused as stale_version when it moved'),
  }),
  result: tracker,
  errors: ['tracker_not_found', 'stale_version'],
})

export const deleteTracker = operation({
  id: 'trackers.delete',
  method: 'DELETE',
  path: '/api/trackers/:trackerId',
  summary: 'Delete a tracker with its mentions.',
  allow: everyone,
  params,
  result: z.strictObject({ id }),
  errors: ['tracker_not_found'],
})

export const getTrackerResults = operation({
  id: 'trackers.results',
  method: 'GET',
  path: '/api/trackers/:trackerId/results',
  summary: 'Give the mentions of a tracker, with counts over time; with `after`, what is new since.',
  allow: everyone,
  params,
  query: z.strictObject({
    after: text(1, 500).optional().describe('An earlier `cursor`: nothing is missed and nothing repeated'),
    limit: listQuery.shape.limit,
    order: z
      .enum(['oldest', 'newest'])
      .default('oldest')
      .describe('In the order of being found. With `newest`, `cursor` leads to earlier ones'),
    from: date.optional().describe('The first day, UTC, by `occurredAt`'),
    to: date.optional().describe('The last day'),
    sourceId: id.optional().describe('Only those in this source'),
  }),
  result: z.strictObject({
    data: z.array(mention),
    cursor: z.string().nullable().describe('For the next call; null where `newest` has come to the end'),
    counts: z
      .strictObject({ mentions: z.number().int(), sources: z.number().int() })
      .describe('From `from` to `to`, of all sources'),
    trend: z
      .array(z.strictObject({ date, count: z.number().int() }))
      .describe('Days with mentions, earliest first; of the last 366 such days'),
  }),
  formats: ['application/json', 'text/markdown'],
  errors: ['tracker_not_found'],
  mcp: { readOnly: true, destructive: false },
})

export const listSourceMentions = operation({
  id: 'trackers.listMentionsOfSource',
  method: 'GET',
  path: '/api/sources/:sourceId/mentions',
  summary: 'List the mentions in one source, of all trackers, in the order of the text.',
  allow: everyone,
  params: z.strictObject({ sourceId: id }),
  query: listQuery,
  result: page(mention),
  errors: ['source_not_found'],
})
