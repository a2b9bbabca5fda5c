import { z } from 'zod'
import { roles } from './actor.ts'
import { operationIn } from './operation.ts'
import { sourcesDone } from './projects.ts'
import {
  date,
  deleted,
  id,
  line,
  listQuery,
  page,
  readVersion,
  text,
  timestamp,
  verbatim,
} from './rules/fields.ts'
import { sourceKinds } from './rules/source-text.ts'
import { definition, scope, sentiments, storedDefinition } from './rules/tracker.ts'

const operation = operationIn('insights')

const optionalDefinition = z.strictObject(definition).partial()

/** How many sources a preview has searched, of those with a text. */
export const searched = z.strictObject({ sources: z.int(), of: z.int() }).meta({ id: 'Searched' })

const counts = z.strictObject({ mentions: z.int(), sources: z.int() }).meta({ id: 'MentionCounts' })

const tracker = z
  .strictObject({
    id,
    projectId: id,
    name: z.string(),
    ...storedDefinition.shape,
    backfill: sourcesDone
      .nullable()
      .describe('Existing sources searched since the tracker was created or changed; null when complete'),
    counts,
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
  sentiment: z
    .enum(sentiments)
    .nullable()
    .describe(
      'Of its sentence. Null if it is not judged: nothing in it indicates either side, or the language has no lexicon',
    ),
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
    dismissed: z.boolean(),
  })
  .meta({ id: 'Mention' })
export type Mention = z.output<typeof mention>

const ofProject = z.strictObject({ projectId: id })
const params = z.strictObject({ trackerId: id })
const name = line(1, 200)

export const listTrackers = operation({
  id: 'trackers.list',
  method: 'GET',
  path: '/api/projects/:projectId/trackers',
  summary: 'List the trackers of a project, newest first.',
  allow: roles,
  params: ofProject,
  query: listQuery.extend({ q: text(1, 200).optional().describe('Parts of the name, in any order') }),
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
  access: { insights: 'view' },
  replay: 'none',
  params: ofProject,
  body: optionalDefinition,
  result: z.strictObject({
    counts,
    searched: searched.describe(
      'Newest sources first, within a time limit. The counts cover only these sources',
    ),
    sample: z.array(foundMention).max(20),
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
    scope: scope.optional(),
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
  result: deleted,
  errors: ['tracker_not_found'],
})

const keyOrNone = verbatim(0, 200).optional()

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
    speaker: keyOrNone.describe('Return only what this speaker says. Empty for mentions without a speaker'),
    tag: keyOrNone.describe('Return only mentions in sources with this tag. Empty for those without tags'),
    author: keyOrNone.describe('Return only mentions in sources of this author. Empty for those without one'),
    kind: z.enum(sourceKinds).optional().describe('Return only mentions in sources of this kind'),
    sentiment: z
      .enum([...sentiments, ''])
      .optional()
      .describe('Return only positive, negative or neutral mentions. Empty for those that are not judged'),
    dismissed: z
      .enum(['true', 'false'])
      .default('false')
      .describe('With `true`, list dismissed mentions instead. No count includes them'),
  }),
  result: z.strictObject({
    data: z.array(mention),
    cursor: z
      .string()
      .nullable()
      .describe('Pass it as `after` in the next call. Null at the end of `newest`'),
    counts: counts.describe('Counts between `from` and `to`, whatever else is filtered'),
    trend: z
      .array(z.strictObject({ date, count: z.int() }))
      .describe('The last 366 days with mentions, earliest first'),
  }),
  formats: ['application/json', 'text/markdown'],
  errors: ['tracker_not_found'],
  mcp: { readOnly: true, destructive: false },
})

/** What mentions can be counted by. */
export const trendKeys = ['week', 'tag', 'speaker', 'author', 'kind', 'sentiment'] as const

const trendCounts = z.record(id, z.int()).describe('By tracker; those without mentions are missing')

const trackerIds = z.array(id).max(50)

export const getTrends = operation({
  id: 'trackers.trends',
  method: 'GET',
  path: '/api/projects/:projectId/trends',
  summary: 'Get the counts of several trackers by week, tag, speaker, author, kind or sentiment.',
  allow: roles,
  params: ofProject,
  query: z.strictObject({
    trackers: z
      .string()
      .transform((list) => [...new Set(list.split(','))])
      .refine((ids) => trackerIds.safeParse(ids).success, 'Enter at most 50 ids, separated by commas')
      .optional()
      .describe('Ids separated by commas, at most 50. Defaults to the newest 50'),
    by: z.enum(trendKeys).default('week'),
    from: date.optional().describe('First day of `occurredAt`, UTC'),
    to: date.optional().describe('Last day of `occurredAt`, UTC'),
  }),
  result: z.strictObject({
    data: z
      .array(
        z.strictObject({
          key: z
            .string()
            .nullable()
            .describe(
              'A week’s Monday, a tag, speaker, author, kind or sentiment; null for mentions without one',
            ),
          counts: trendCounts,
        }),
      )
      .describe(
        'The last 366 weeks, earliest first, or the 20 most frequent keys. A source counts for each tag',
      ),
    rest: z.strictObject({ keys: z.int(), counts: trendCounts }).describe('All other keys together'),
    countedFrom: date
      .nullable()
      .describe(
        'Except by week, the latest 200,000 mentions are counted: the first of their days if there are more',
      ),
  }),
  errors: ['project_not_found', 'tracker_not_found'],
  mcp: { readOnly: true, destructive: false },
})

const ofMention = z.strictObject({ trackerId: id, mentionId: id })

export const dismissMention = operation({
  id: 'trackers.dismissMention',
  method: 'POST',
  path: '/api/trackers/:trackerId/mentions/:mentionId/dismissal',
  summary:
    'Dismiss a false mention. It is in no list or count, also after the tracker is edited or the source is read again.',
  allow: roles,
  params: ofMention,
  result: mention,
  errors: ['tracker_not_found', 'mention_not_found'],
})

export const restoreMention = operation({
  id: 'trackers.restoreMention',
  method: 'DELETE',
  path: '/api/trackers/:trackerId/mentions/:mentionId/dismissal',
  summary: 'Restore a dismissed mention. It gets the next number, as a new one does.',
  allow: roles,
  irreversible: false,
  params: ofMention,
  result: mention,
  errors: ['tracker_not_found', 'mention_not_found'],
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
