import { z } from 'zod'
import { roles } from './actor.ts'
import { operation } from './operation.ts'
import { date } from './rules/fields.ts'
import { patientId } from './rules/patient-id.ts'
import { statement } from './rules/statement.ts'

const ofPatient = {
  allow: roles,
  access: { billing: 'view', patients: 'view' },
  params: z.strictObject({ patientId }),
  query: z.strictObject({
    from: date.optional().describe('The first day. By default, the statement starts with the first document'),
    to: date.optional().describe('The last day. By default, the statement has no end'),
  }),
} as const

export const getStatement = operation({
  id: 'billing.getStatement',
  method: 'GET',
  path: '/api/patients/:patientId/statement',
  summary: 'Get a patient’s statement: what was invoiced, credited and paid in a period, and the balances.',
  ...ofPatient,
  result: statement,
  errors: ['patient_not_found'],
  mcp: { readOnly: true, destructive: false },
})

export const getStatementPdf = operation({
  id: 'billing.getStatementPdf',
  method: 'GET',
  path: '/api/patients/:patientId/statement/pdf',
  summary: 'Download a patient’s statement as a PDF.',
  ...ofPatient,
  result: { media: ['application/pdf'], showsPatients: true },
  errors: ['patient_not_found'],
})
