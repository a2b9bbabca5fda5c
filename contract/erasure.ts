import { z } from 'zod'
import { operationIn } from './operation.ts'
import { patientParams } from './patients.ts'
import { date, id, text } from './rules/fields.ts'

const operation = operationIn('patients')

export const exportPatient = operation({
  id: 'patients.export',
  method: 'GET',
  path: '/api/patients/:patientId/export',
  summary:
    'Export everything about a patient as a zip: JSON and the PDFs of invoices, credit notes and the statement. Includes the records that were merged into this one.',
  allow: ['owner', 'admin'],
  access: { patients: 'view', billing: 'view' },
  confirmation: true,
  params: patientParams,
  result: { media: ['application/zip'], showsPatients: true },
  errors: ['patient_not_found'],
})

/** What an erasure removes, in the order of its result. */
export const erasedThings = [
  'records',
  'identifiers',
  'changes',
  'merges',
  'duplicate_marks',
  'invoice_drafts',
  'import_rows',
  'access_log_entries',
  'audit_names',
  'stored_answers',
] as const

const erasure = z
  .strictObject({
    removed: z.array(z.strictObject({ what: z.enum(erasedThings), count: z.int() })),
    kept: z.array(
      z.strictObject({
        what: z.string().describe('What still names the patient'),
        why: z.string(),
        until: date.nullable().describe('The last day. Null if no day is known'),
      }),
    ),
  })
  .meta({ id: 'Erasure' })
export type Erasure = z.output<typeof erasure>

export const erasePatient = operation({
  id: 'patients.erase',
  method: 'POST',
  path: '/api/patients/:patientId/erase',
  summary:
    'Erase a patient with their history and the records that were merged into theirs. There is no undo. Issued invoices are kept until `settings.retention` ends.',
  allow: ['owner'],
  credentials: 'session',
  confirmation: true,
  irreversible: true,
  // It shows nobody: the id is that of no patient afterwards.
  params: z.strictObject({ patientId: id }),
  body: z.strictObject({
    reason: text(1, 1000).describe('For the audit log, which keeps it. Do not name the patient'),
  }),
  result: erasure,
  errors: ['patient_not_found'],
})
