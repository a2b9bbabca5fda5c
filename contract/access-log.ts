import { z } from 'zod'
import { usedKey } from './actor.ts'
import { id, instant, listQuery, page, timestamp } from './fields.ts'
import { operation } from './operation.ts'
import { patientParams } from './patients.ts'

/** The access log has an entry for each patient, user, key and minute, however often the record was read in it. */
const patientRead = z
  .strictObject({
    id,
    patient: z
      .strictObject({ id, name: z.string() })
      .describe('The record that was read, which may have been merged since'),
    user: z.strictObject({ id, name: z.string() }),
    apiKey: usedKey.nullable().describe('The key that was used; null for a browser’s session'),
    at: timestamp.describe('The minute in which the record was read'),
  })
  .meta({ id: 'PatientRead' })
export type PatientRead = z.output<typeof patientRead>

export const listAccessLog = operation({
  id: 'accessLog.list',
  method: 'GET',
  path: '/api/access-log',
  summary: 'List which patient records were read by whom, newest first.',
  allow: ['owner', 'admin'],
  query: listQuery.extend({
    patientId: id.optional().describe('Includes the records that were merged into this one'),
    userId: id.optional(),
    from: instant.optional().describe('Start time, inclusive'),
    to: instant.optional().describe('End time, exclusive'),
  }),
  result: page(patientRead),
})

export const listPatientReads = operation({
  id: 'patients.listReads',
  method: 'GET',
  path: '/api/patients/:patientId/reads',
  summary:
    'List who read a patient’s record, newest first. Includes the records that were merged into this one.',
  allow: ['owner', 'admin'],
  params: patientParams,
  query: listQuery,
  result: page(patientRead),
  errors: ['patient_not_found'],
})
