import { z } from 'zod'
import { roles } from './actor.ts'
import { operation } from './operation.ts'
import { text } from './rules/fields.ts'
import { patientId } from './rules/patient-id.ts'

/** The records that one search finds. */
export const searchTypes = [
  'patient',
  'invoice',
  'item',
  'lot',
  'project',
  'source',
  'tracker',
  'skill',
  'user',
  'api_key',
] as const
export type SearchType = (typeof searchTypes)[number]

const types = z.array(z.enum(searchTypes))

export const searchRecords = operation({
  id: 'records.search',
  method: 'GET',
  path: '/api/search',
  summary: 'Search all records that you may see, best match first; among equal matches, newest first.',
  allow: roles,
  query: z.strictObject({
    q: text(1, 200).describe(
      'A name or title (misspellings and missing accents are tolerated), a number, SKU, email, key prefix or anything else that finds a patient',
    ),
    types: z
      .string()
      .transform((list) => list.split(','))
      .refine(
        (list) => types.safeParse(list).success,
        `Enter one or more of these, separated by commas: ${searchTypes.join(', ')}`,
      )
      .optional()
      .describe('Comma-separated. Defaults to all'),
    limit: z.coerce.number<number | string>().int().min(1).max(50).default(20),
  }),
  result: z.strictObject({
    data: z.array(
      z
        .strictObject({
          type: z.enum(searchTypes),
          id: z.string(),
          title: z.string(),
          subtitle: z.string().describe('What distinguishes it from records with the same title'),
          path: z.string().describe('The address of its page'),
          patientId: patientId
            .nullable()
            .describe('The patient, or the patient of an invoice. Null for other records'),
        })
        .meta({ id: 'FoundRecord' }),
    ),
  }),
  mcp: { readOnly: true, destructive: false },
})
export type FoundRecord = z.output<typeof searchRecords.result>['data'][number]
