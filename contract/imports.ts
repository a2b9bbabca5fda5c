import { z } from 'zod'
import { importKinds } from './import-columns.ts'
import { operation } from './operation.ts'
import { id, listQuery, named, page, text, timestamp, valuesByName } from './rules/fields.ts'
import { patientId } from './rules/patient-id.ts'

export const importStatuses = ['queued', 'running', 'done', 'failed'] as const

/** The limits of a file: in bytes, in rows, and in characters of a row. */
export const importLimits = { bytes: 50_000_000, rows: 200_000, columns: 200, rowChars: 100_000 } as const

const columns = z.record(z.string(), z.string())
const rowCount = z.int().min(0)

const importRecord = z
  .strictObject({
    id,
    kind: z.enum(importKinds),
    status: z.enum(importStatuses),
    dryRun: z.boolean().describe('Nothing was saved: `counts` are what an import would do'),
    filename: z.string(),
    columns: columns.describe('The field of each imported column'),
    key: z.string().nullable().describe('The column that identifies rows. Null for item, lot and location'),
    progress: z.strictObject({ done: rowCount, total: rowCount }).describe('In rows'),
    counts: z.strictObject({
      created: rowCount,
      updated: rowCount,
      unchanged: rowCount.describe('Imported before and the same since, or the record has these values'),
      flagged: rowCount.describe(
        'Rows that were not imported because they are likely duplicates, or because their key belongs to another person or item',
      ),
      failed: rowCount.describe('Rows with an error, which were skipped'),
    }),
    error: z.string().nullable().describe('Why the import failed'),
    createdAt: timestamp,
    createdBy: named,
    finishedAt: timestamp.nullable(),
  })
  .meta({ id: 'Import' })
export type Import = z.output<typeof importRecord>

const importError = z
  .strictObject({
    row: z.int().describe('As spreadsheets number rows: the header is row 1. Of NDJSON, the line'),
    kind: z
      .enum(['error', 'duplicate', 'mismatch'])
      .describe(
        '`duplicate`: the patient seems to exist. `mismatch`: the record with this key seems to be another person or item',
      ),
    field: z.string().nullable(),
    column: z.string().nullable(),
    message: z.string(),
    patientId: patientId
      .nullable()
      .describe('The existing patient that the row resembles, or that has its key'),
  })
  .meta({ id: 'ImportError' })
export type ImportError = z.output<typeof importError>

const kind = z.enum(importKinds)
const params = z.strictObject({ importId: id })

export const inspectImport = operation({
  id: 'imports.inspect',
  method: 'POST',
  path: '/api/imports/inspect',
  summary:
    'Check a file before its import, and list its columns with the field that each matches by its name. Saves nothing.',
  allow: ['owner', 'admin'],
  form: z.strictObject({ kind }),
  result: z.strictObject({
    format: z.enum(['csv', 'ndjson']),
    rows: rowCount,
    columns: z.array(
      z.strictObject({
        name: z.string(),
        field: z.string().nullable().describe('Null if no field has a similar name'),
        samples: z.array(z.string()).describe('The first values'),
      }),
    ),
    key: z.string().nullable().describe('The column that identifies rows unless another is chosen'),
  }),
  replay: 'none',
})

export const createImport = operation({
  id: 'imports.create',
  method: 'POST',
  path: '/api/imports',
  summary:
    'Import patients, items or opening stock from CSV or NDJSON, as a job. A row that was imported before is not imported again.',
  allow: ['owner', 'admin'],
  form: z.strictObject({
    kind,
    columns: z
      .string()
      .transform((value, context): unknown => {
        try {
          return JSON.parse(value)
        } catch {
          context.addIssue('Enter a JSON object')
          return z.NEVER
        }
      })
      .pipe(valuesByName(text(1, 200), text(1, 220)))
      .optional()
      .describe(
        'A JSON object with the field of each column, such as `{"Surname": "familyName", "Insurance no.": "identifier:insurance"}`. Other columns are ignored. Matched by name by default',
      ),
    key: text(1, 200)
      .optional()
      .describe(
        'The column that identifies rows. Defaults to that of `externalId`, the SKU of items, and item, lot and location of stock',
      ),
    dryRun: z
      .enum(['true', 'false'])
      .transform((value) => value === 'true')
      .optional()
      .describe('Count and check without saving anything'),
  }),
  result: importRecord,
  status: 202,
})

export const listImports = operation({
  id: 'imports.list',
  method: 'GET',
  path: '/api/imports',
  summary: 'List imports, newest first.',
  allow: ['owner', 'admin'],
  query: listQuery,
  result: page(importRecord),
})

export const getImport = operation({
  id: 'imports.get',
  method: 'GET',
  path: '/api/imports/:importId',
  summary: 'Get an import with its progress.',
  allow: ['owner', 'admin'],
  params,
  result: importRecord,
  errors: ['import_not_found'],
})

export const listImportErrors = operation({
  id: 'imports.listErrors',
  method: 'GET',
  path: '/api/imports/:importId/errors',
  summary: 'List rows that were not imported, by row: one entry per row and field.',
  allow: ['owner', 'admin'],
  params,
  query: listQuery,
  result: page(importError),
  errors: ['import_not_found'],
})
