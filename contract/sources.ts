import { z } from 'zod'
import { id, instant, listQuery, page, text, timestamp, verbatim } from './fields.ts'
import { operation } from './operation.ts'

/** How a source's text is divided: see `Segment`. */
export const sourceKinds = ['text', 'document', 'transcript', 'table', 'email'] as const

export const sourceStatuses = ['queued', 'extracting', 'ready', 'failed'] as const

/** Why a source failed: its code, and what is said to people unless more is known. */
export const sourceErrors = {
  unsupported_format: 'Aerie does not read files of this kind.',
  format_mismatch: 'The content is not what the name of the file says.',
  unreadable: 'The file is damaged, or is not text at all.',
  encrypted: 'The file is protected by a password.',
  no_text: 'There is no text in the file; it may be a scan.',
  empty: 'The file is empty.',
  too_much_text: 'There is more text in the file than Aerie takes.',
  too_large_inside: 'Unpacked, the file is larger than Aerie takes.',
  too_slow: 'Reading the file took too long.',
  interrupted: 'Reading the file was interrupted several times.',
} as const
export type SourceErrorCode = keyof typeof sourceErrors

/** Languages of which word forms and full-text search are known, as ISO 639-1; PostgreSQL's names for them. */
export const languages = {
  ar: 'arabic',
  da: 'danish',
  de: 'german',
  el: 'greek',
  en: 'english',
  es: 'spanish',
  fi: 'finnish',
  fr: 'french',
  hu: 'hungarian',
  it: 'italian',
  nl: 'dutch',
  no: 'norwegian',
  pt: 'portuguese',
  ro: 'romanian',
  ru: 'russian',
  sv: 'swedish',
  tr: 'turkish',
} as const
export type Language = keyof typeof languages
export const language = z.enum(Object.keys(languages) as [Language, ...Language[]])

/** The longest text that a source may have, in UTF-16 units. */
export const maxTextChars = 20_000_000

const source = z
  .strictObject({
    id,
    projectId: id,
    externalId: z.string().nullable(),
    title: z.string(),
    kind: z.enum(sourceKinds),
    mimeType: z.string(),
    filename: z.string().nullable().describe('null where the text came as JSON'),
    bytes: z.number().int(),
    sha256: z.string().describe('Of the content, in hexadecimal'),
    language: z.string().nullable().describe('ISO 639-1 where it was recognised; null until then'),
    status: z.enum(sourceStatuses),
    error: z
      .strictObject({ code: z.enum(Object.keys(sourceErrors) as [SourceErrorCode]), message: z.string() })
      .nullable(),
    textChars: z.number().int().nullable().describe('UTF-16 units; null until it is ready'),
    occurredAt: timestamp.nullable().describe('When what it tells of was said or written'),
    author: z.string().nullable(),
    tags: z.array(z.string()),
    metadata: z.record(z.string(), z.unknown()),
    version: z.number().int(),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'Source' })
export type Source = z.output<typeof source>

const segment = z
  .strictObject({
    start: z.number().int().describe('UTF-16 offset into the text'),
    end: z.number().int(),
    kind: z.enum(['paragraph', 'heading', 'page', 'turn', 'row', 'message']),
    label: z.string().nullable().describe('A heading, a page or row number, the subject of a message'),
    speaker: z.string().nullable(),
    startMs: z.number().int().nullable().describe('In a recording'),
    endMs: z.number().int().nullable(),
  })
  .meta({ id: 'Segment' })
/** A part of a source's text: in order, none overlapping, together all that is not white space. */
export type Segment = z.output<typeof segment>

const everyone = ['owner', 'admin', 'member'] as const
const params = z.strictObject({ sourceId: id })
const ofProject = z.strictObject({ projectId: id })

const title = text(1, 300)
const externalId = text(1, 300).describe(
  'Yours. With other content, it makes a new version of the source that has it',
)
const occurredAt = instant.describe('When what it tells of was said or written')
const author = text(1, 200)
const tag = text(1, 60)
const tags = z.array(tag).max(50, 'At most 50 tags')
const metadata = z
  .record(text(1, 100), verbatim(0, 2000).or(z.number()).or(z.boolean()).or(z.null()))
  .refine((fields) => Object.keys(fields).length <= 50, 'At most 50 fields')

/** What a multipart field holds that is not plain text. */
const inText = <Value extends z.ZodType>(read: (value: string) => unknown, value: Value, wrong: string) =>
  z
    .string()
    .transform((written, context): unknown => {
      try {
        return read(written)
      } catch {
        context.addIssue(wrong)
        return z.NEVER
      }
    })
    .pipe(value)

export const createSource = operation({
  id: 'sources.create',
  method: 'POST',
  path: '/api/projects/:projectId/sources',
  summary:
    'Upload a source: a file as multipart/form-data, or text as JSON. The same content again is harmless.',
  allow: everyone,
  params: ofProject,
  body: z.strictObject({
    title,
    text: verbatim(1, 1_000_000).describe('Longer ones come as a file'),
    kind: z
      .enum(['text', 'transcript'])
      .default('text')
      .describe('Lines of a transcript begin with the speaker: `Ada: …`'),
    externalId: externalId.optional(),
    occurredAt: occurredAt.optional(),
    author: author.optional(),
    tags: tags.optional(),
    metadata: metadata.optional(),
  }),
  form: z.strictObject({
    title: title.optional().describe('Unless given, the name of the file'),
    externalId: externalId.optional(),
    occurredAt: occurredAt.optional(),
    author: author.optional(),
    tags: inText(
      (written) =>
        written
          .split(',')
          .map((one) => one.trim())
          .filter(Boolean),
      tags,
      'Not tags',
    )
      .optional()
      .describe('Separated by commas'),
    metadata: inText(JSON.parse, metadata, 'Not a JSON object').optional().describe('A JSON object'),
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
  allow: everyone,
  params: ofProject,
  query: listQuery.extend({
    status: z.enum(sourceStatuses).optional(),
    kind: z.enum(sourceKinds).optional(),
    tag: tag.optional(),
    q: text(1, 200).optional().describe('Part of the title, the file name or the external id'),
  }),
  result: page(source).extend({
    counts: z
      .strictObject({
        queued: z.number().int(),
        extracting: z.number().int(),
        ready: z.number().int(),
        failed: z.number().int(),
      })
      .describe('Of the whole project'),
  }),
  errors: ['project_not_found'],
  mcp: { readOnly: true, destructive: false },
})

export const getSource = operation({
  id: 'sources.get',
  method: 'GET',
  path: '/api/sources/:sourceId',
  summary: 'Give one source, without its text.',
  allow: everyone,
  params,
  result: source,
  errors: ['source_not_found'],
  mcp: { readOnly: true, destructive: false },
})

export const updateSource = operation({
  id: 'sources.update',
  method: 'PATCH',
  path: '/api/sources/:sourceId',
  summary: 'Change what is said about a source; its content is changed by uploading it again.',
  allow: everyone,
  params,
  body: z.strictObject({
    title: title.optional(),
    occurredAt: occurredAt.nullable().optional(),
    author: author.nullable().optional(),
    tags: tags.optional(),
    metadata: metadata.optional(),
    version: z.number().int().optional().describe('What was read; refused as stale_version when it moved'),
  }),
  result: source,
  errors: ['source_not_found', 'stale_version'],
})

export const deleteSource = operation({
  id: 'sources.delete',
  method: 'DELETE',
  path: '/api/sources/:sourceId',
  summary: 'Delete a source with its text, its mentions and its file.',
  allow: everyone,
  params,
  result: z.strictObject({ id }),
  errors: ['source_not_found'],
})

export const retrySource = operation({
  id: 'sources.retry',
  method: 'POST',
  path: '/api/sources/:sourceId/retry',
  summary: 'Try a failed source again.',
  allow: everyone,
  params,
  result: source,
  status: 202,
  errors: ['source_not_found', 'source_not_failed'],
})

export const getSourceText = operation({
  id: 'sources.getText',
  method: 'GET',
  path: '/api/sources/:sourceId/text',
  summary: 'Give the text of a source: plain, or with its segments as JSON where `Accept` asks for it.',
  allow: everyone,
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
  summary: 'Download the file as it was uploaded.',
  allow: everyone,
  params,
  result: { media: ['application/octet-stream'] },
  errors: ['source_not_found'],
})

export const listSourceFormats = operation({
  id: 'sources.listFormats',
  method: 'GET',
  path: '/api/source-formats',
  summary: 'Say what may be uploaded, and how large it may be.',
  allow: everyone,
  result: z.strictObject({
    data: z.array(
      z.strictObject({
        format: z.string(),
        extensions: z.array(z.string()),
        mimeTypes: z.array(z.string()),
        kind: z.enum(sourceKinds),
      }),
    ),
    maxBytes: z.number().int(),
    maxTextChars: z.number().int(),
  }),
  mcp: { readOnly: true, destructive: false },
})

const hit = z
  .strictObject({
    sourceId: id,
    sourceTitle: z.string(),
    start: z
      .number()
      .int()
      .describe('UTF-16 offset of the passage into the text of the source; with a speaker, of what was said'),
    end: z.number().int(),
    snippet: z.string(),
    highlights: z.array(z.tuple([z.number().int(), z.number().int()])).describe('Where in the snippet'),
    score: z.number(),
    speaker: z.string().nullable(),
    startMs: z.number().int().nullable(),
    occurredAt: timestamp,
  })
  .meta({ id: 'SearchHit' })
export type SearchHit = z.output<typeof hit>

export const searchProject = operation({
  id: 'sources.search',
  method: 'GET',
  path: '/api/projects/:projectId/search',
  summary: 'Search the text of a project; the passages that match best come first.',
  allow: everyone,
  params: ofProject,
  query: z.strictObject({
    q: text(1, 500).describe(
      'Words in any form; "quoted" in this order; `or`; `-without`. Where more than 2,000 passages match, any 2,000 of them are ranked',
    ),
    limit: listQuery.shape.limit,
  }),
  result: z.strictObject({ data: z.array(hit), nextCursor: z.null() }),
  errors: ['project_not_found'],
  mcp: { readOnly: true, destructive: false },
})
