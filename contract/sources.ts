import { z } from 'zod'
import { roles } from './actor.ts'
import { operationIn } from './operation.ts'
import {
  deleted,
  id,
  instant,
  listQuery,
  page,
  readVersion,
  text,
  timestamp,
  valuesByName,
  verbatim,
} from './rules/fields.ts'
import { language } from './rules/language.ts'
import { type SourceErrorCode, segment, sourceErrors, sourceKinds } from './rules/source-text.ts'

const operation = operationIn('insights')

export const sourceStatuses = ['queued', 'extracting', 'ready', 'failed'] as const

const source = z
  .strictObject({
    id,
    projectId: id,
    externalId: z.string().nullable(),
    title: z.string(),
    kind: z.enum(sourceKinds),
    mimeType: z.string(),
    filename: z.string().nullable().describe('Null if the text was sent as JSON'),
    bytes: z.int(),
    sha256: z.string().describe('Of the uploaded content, in hexadecimal'),
    original: z
      .enum(['kept', 'rewritten', 'removed'])
      .describe('Whether the file is the uploaded one, or what replacing names in its project made of it'),
    language: z.string().nullable().describe('ISO 639-1 code, or null if unknown'),
    statedLanguage: language
      .nullable()
      .describe('The language set by the sender, or null if the text and its project decide'),
    status: z.enum(sourceStatuses),
    error: z
      .strictObject({ code: z.enum(Object.keys(sourceErrors) as [SourceErrorCode]), message: z.string() })
      .nullable(),
    textChars: z.int().nullable().describe('Length in UTF-16 units; null until the text is ready'),
    occurredAt: timestamp.nullable().describe('When the content was said or written'),
    author: z.string().nullable(),
    tags: z.array(z.string()),
    metadata: z.record(z.string(), z.unknown()),
    version: z.int(),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'Source' })
export type Source = z.output<typeof source>

const params = z.strictObject({ sourceId: id })
const ofProject = z.strictObject({ projectId: id })

const title = text(1, 300)
const kind = z.enum(['text', 'transcript'])
const externalId = text(1, 300).describe(
  'Your own id. Uploading changed content under it creates a new version of the source',
)
const occurredAt = instant.describe('When the content was said or written')
const ownLanguage = language.describe(
  'ISO 639-1 code. By default, longer texts are recognized, and short ones have the language of those',
)
const author = text(1, 200)
const tag = text(1, 60)
const tags = z.array(tag).max(50, 'Enter at most 50 tags')
const metadata = valuesByName(
  text(1, 100),
  verbatim(0, 2000).or(z.number()).or(z.boolean()).or(z.null()),
).refine((fields) => Object.keys(fields).length <= 50, 'Enter at most 50 fields')

/** A multipart field that holds a value other than plain text. */
const fromText = <Value extends z.ZodType>(
  parse: (value: string) => unknown,
  schema: Value,
  message: string,
) =>
  z
    .string()
    .transform((value, context): unknown => {
      try {
        return parse(value)
      } catch {
        context.addIssue(message)
        return z.NEVER
      }
    })
    .pipe(schema)

export const createSource = operation({
  id: 'sources.create',
  method: 'POST',
  path: '/api/projects/:projectId/sources',
  summary:
    'Upload a source: a file as multipart/form-data, or text as JSON. Uploading the same content again changes nothing.',
  allow: roles,
  params: ofProject,
  body: z.strictObject({
    title,
    text: verbatim(1, 1_000_000).describe('Upload longer text as a file'),
    kind: kind.default('text').describe('Lines of a transcript start with the speaker, as in `Ada: …`'),
    language: ownLanguage.optional(),
    externalId: externalId.optional(),
    occurredAt: occurredAt.optional(),
    author: author.optional(),
    tags: tags.optional(),
    metadata: metadata.optional(),
  }),
  form: z.strictObject({
    title: title.optional().describe('Defaults to the file name'),
    kind: kind.optional().describe('Whether the file is a transcript. By default, its content decides'),
    language: ownLanguage.optional(),
    externalId: externalId.optional(),
    occurredAt: occurredAt.optional(),
    author: author.optional(),
    tags: fromText(
      (list) =>
        list
          .split(',')
          .map((entry) => entry.trim())
          .filter(Boolean),
      tags,
      'Enter tags separated by commas',
    )
      .optional()
      .describe('Comma-separated'),
    metadata: fromText(JSON.parse, metadata, 'Enter a JSON object').optional().describe('A JSON object'),
  }),
  result: source,
  status: 202,
  otherStatuses: [200],
  errors: ['project_not_found', 'project_archived'],
  mcp: { readOnly: false, destructive: false },
})

export const listSources = operation({
  id: 'sources.list',
  method: 'GET',
  path: '/api/projects/:projectId/sources',
  summary: 'List the sources of a project, newest first.',
  allow: roles,
  params: ofProject,
  query: listQuery.extend({
    status: z.enum(sourceStatuses).optional(),
    kind: z.enum(sourceKinds).optional(),
    tag: tag.optional(),
    q: text(1, 200).optional().describe('Parts of the title, file name and external id, in any order'),
  }),
  result: page(source).extend({
    counts: z
      .strictObject({
        queued: z.int(),
        extracting: z.int(),
        ready: z.int(),
        failed: z.int(),
      })
      .describe('Counts of the whole project'),
  }),
  errors: ['project_not_found'],
  mcp: { readOnly: true, destructive: false },
})

export const getSource = operation({
  id: 'sources.get',
  method: 'GET',
  path: '/api/sources/:sourceId',
  summary: 'Get a source without its text.',
  allow: roles,
  params,
  result: source,
  errors: ['source_not_found'],
  mcp: { readOnly: true, destructive: false },
})

export const updateSource = operation({
  id: 'sources.update',
  method: 'PATCH',
  path: '/api/sources/:sourceId',
  summary:
    'Update a source’s details. A changed language has its text read again. To change its content, upload it again.',
  allow: roles,
  params,
  body: z.strictObject({
    title: title.optional(),
    language: ownLanguage.nullable().optional(),
    occurredAt: occurredAt.nullable().optional(),
    author: author.nullable().optional(),
    tags: tags.optional(),
    metadata: metadata.optional(),
    version: readVersion,
  }),
  result: source,
  errors: ['source_not_found', 'stale_version'],
})

export const deleteSource = operation({
  id: 'sources.delete',
  method: 'DELETE',
  path: '/api/sources/:sourceId',
  summary: 'Delete a source with its text, mentions and file.',
  allow: roles,
  params,
  result: deleted,
  errors: ['source_not_found'],
})

export const retrySource = operation({
  id: 'sources.retry',
  method: 'POST',
  path: '/api/sources/:sourceId/retry',
  summary: 'Retry a failed source.',
  allow: roles,
  params,
  result: source,
  status: 202,
  errors: ['source_not_found', 'source_not_failed', 'original_removed'],
})

export const getSourceText = operation({
  id: 'sources.getText',
  method: 'GET',
  path: '/api/sources/:sourceId/text',
  summary: 'Get the text of a source as plain text or as JSON with its segments, depending on `Accept`.',
  allow: roles,
  params,
  result: z.strictObject({ text: z.string(), segments: z.array(segment) }),
  formats: ['text/plain', 'application/json'],
  errors: ['source_not_found', 'source_not_ready'],
  mcp: { readOnly: true, destructive: false },
})

export const getSourceContent = operation({
  id: 'sources.getContent',
  method: 'GET',
  path: '/api/sources/:sourceId/content',
  summary: 'Download the original file of a source.',
  allow: roles,
  params,
  result: { media: ['application/octet-stream'], showsPatients: false },
  otherStatuses: [206],
  errors: ['source_not_found', 'source_not_ready', 'source_content_missing', 'original_removed'],
})

export const listSourceFormats = operation({
  id: 'sources.listFormats',
  method: 'GET',
  path: '/api/source-formats',
  summary: 'List the file formats that can be uploaded and the size limits.',
  allow: roles,
  result: z.strictObject({
    data: z.array(
      z.strictObject({
        format: z.string(),
        extensions: z.array(z.string()),
        mimeTypes: z.array(z.string()),
        kind: z.enum(sourceKinds),
      }),
    ),
    maxBytes: z.int(),
    maxTextChars: z.int(),
  }),
  mcp: { readOnly: true, destructive: false },
})

const hit = z
  .strictObject({
    sourceId: id,
    sourceTitle: z.string(),
    start: z.int().describe('UTF-16 offset of the passage in the source’s text, after the speaker’s name'),
    end: z.int(),
    snippet: z.string(),
    highlights: z.array(z.tuple([z.int(), z.int()])).describe('Offsets in the snippet'),
    missing: z.array(z.string()).describe('The searched words that the passage lacks, as in `q`'),
    score: z.number().describe('From 0 to 1. Each missing word halves it'),
    speaker: z.string().nullable(),
    startMs: z.int().nullable(),
    occurredAt: timestamp,
  })
  .meta({ id: 'SearchHit' })
export type SearchHit = z.output<typeof hit>

export const searchProject = operation({
  id: 'sources.search',
  method: 'GET',
  path: '/api/projects/:projectId/search',
  summary:
    'Search the texts and speakers of a project. Returns passages with all words first, then those that lack some; a page can be short if a speaker is given.',
  allow: roles,
  params: ofProject,
  query: z.strictObject({
    q: text(1, 500).describe(
      'A question or words in any form, "exact phrases", `or` and `-excluded` words. Of the passages that lack as many words, any 2,000 are ranked',
    ),
    kind: z.enum(sourceKinds).optional(),
    tag: tag.optional(),
    speaker: text(1, 200)
      .optional()
      .describe('Return only what this speaker said. Case and accents are ignored'),
    author: author.optional().describe('Return only sources of this author. Case is ignored'),
    from: instant.optional().describe('Said, written or else uploaded at or after this time'),
    to: instant.optional().describe('Said, written or else uploaded before this time'),
    ...listQuery.shape,
  }),
  result: page(hit),
  errors: ['project_not_found'],
  mcp: { readOnly: true, destructive: false },
})
