import { z } from 'zod'
import { operation } from './operation.ts'

export const exportKinds = ['patients', 'items', 'levels', 'movements', 'invoices', 'payments'] as const
export type ExportKind = (typeof exportKinds)[number]

export const exportFormats = ['csv', 'ndjson'] as const

export const exportRecords = operation({
  id: 'exports.get',
  method: 'GET',
  path: '/api/exports/:kind',
  summary:
    'Export all records of a kind, oldest first. Patients, items and levels have the columns that an import reads.',
  allow: ['owner', 'admin'],
  confirmation: true,
  params: z.strictObject({ kind: z.enum(exportKinds) }),
  query: z.strictObject({
    format: z
      .enum(exportFormats)
      .default('csv')
      .describe('CSV (RFC 4180, UTF-8) or NDJSON, one JSON object per line. Lists are JSON in a CSV cell'),
  }),
  result: { media: ['text/csv', 'application/x-ndjson'], showsPatients: true },
})
