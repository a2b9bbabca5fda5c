import { z } from 'zod'
import { usedKey } from './actor.ts'
import { operation } from './operation.ts'
import { id, instant, listQuery, named, page, timestamp } from './rules/fields.ts'

/** The number of patients that an entry names. */
export const mostNamedPatients = 5

/** A call that showed patients. Its ids are not those of `patientId`: the log does not record who reads it. */
const accessLogEntry = z
  .strictObject({
    id,
    at: timestamp.describe('The time of the call'),
    userId: id,
    apiKeyId: id.nullable(),
    address: z.string().nullable().describe('The network address of the caller. Null if it is not known'),
    operation: z.string().describe('The id of the operation, such as `patients.get`'),
    patientIds: z
      .union([z.literal('all'), z.array(id)])
      .describe(
        'The patients that the response showed, who may have been merged since. `all` if it was an export or more than 1,000: any patient may have been among them',
      ),
    count: z.int().describe('The number of patients that the response showed'),
    user: named,
    apiKey: usedKey.nullable().describe('The key that was used; null for a browser’s session'),
    patients: z
      .array(named)
      .describe(
        `At most ${mostNamedPatients} of the patients with their current names. With \`patientId\`, the matching records first`,
      ),
  })
  .meta({ id: 'AccessLogEntry' })
export type AccessLogEntry = z.output<typeof accessLogEntry>

const filter = {
  patientId: id
    .optional()
    .describe(
      'Includes the records that were merged into this one, and calls that showed `all` patients since the first of these records was created',
    ),
  userId: id.optional(),
  from: instant.optional().describe('Start time, inclusive'),
  to: instant.optional().describe('End time, exclusive'),
}

export const listAccessLog = operation({
  id: 'accessLog.list',
  method: 'GET',
  path: '/api/access-log',
  summary: 'List which calls showed which patients to whom, newest first.',
  allow: ['owner', 'admin'],
  query: listQuery.extend(filter),
  result: page(accessLogEntry),
})

export const exportAccessLog = operation({
  id: 'accessLog.export',
  method: 'GET',
  path: '/api/access-log/export',
  summary: 'Export the access log as CSV or JSON Lines, newest first.',
  allow: ['owner', 'admin'],
  confirmation: true,
  query: z.strictObject({ format: z.enum(['csv', 'jsonl']).default('csv'), ...filter }),
  result: { media: ['text/csv', 'application/jsonl'], showsPatients: false },
})

export const listPatientReads = operation({
  id: 'patients.listReads',
  method: 'GET',
  path: '/api/patients/:patientId/reads',
  summary:
    'List the calls that showed a patient, newest first. Includes the records that were merged into this one.',
  allow: ['owner', 'admin'],
  params: z.strictObject({ patientId: id }),
  query: listQuery,
  result: page(accessLogEntry),
  errors: ['patient_not_found'],
})
