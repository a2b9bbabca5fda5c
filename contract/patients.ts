import { z } from 'zod'
import { roles, usedKey } from './actor.ts'
import { operationIn } from './operation.ts'
import { address, patientChoices, patientFields, patientInput, patientValues } from './patient-fields.ts'
import { date, deleted, id, listQuery, named, page, readVersion, text, timestamp } from './rules/fields.ts'
import { patientId } from './rules/patient-id.ts'

const operation = operationIn('patients')

// Terms follow FHIR R5: Patient, Identifier.use, Patient.link and the operation Patient/$merge.

export const identifierUses = ['usual', 'official', 'temp', 'secondary', 'old'] as const

const identifier = z
  .strictObject({ system: z.string(), value: z.string(), use: z.enum(identifierUses) })
  .meta({ id: 'Identifier' })
export type Identifier = z.output<typeof identifier>

export const patient = z
  .strictObject({
    id: patientId,
    version: z.int(),
    status: z.enum(['active', 'merged']),
    mergedInto: id
      .nullable()
      .describe('The survivor, at the end of the chain where there were several merges'),
    ...patientValues,
    identifiers: z.array(identifier),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'Patient' })
export type Patient = z.output<typeof patient>

const identifierInput = z
  .strictObject({
    system: text(1, 200).describe('The issuer: a URI, or a short name such as insurance'),
    value: text(1, 200),
    use: z.enum(identifierUses).optional().describe('Defaults to `usual`'),
  })
  .meta({ id: 'IdentifierInput' })

const identifiers = (most: number) =>
  z.array(identifierInput).max(most, `Enter at most ${most} identifiers`).optional()

export const patientParams = z.strictObject({ patientId })
const version = readVersion

export const listPatients = operation({
  id: 'patients.list',
  method: 'GET',
  path: '/api/patients',
  summary: 'Search patients, best match first. Without a search term, lists them newest first.',
  allow: roles,
  query: listQuery.extend({
    q: text(1, 200)
      .optional()
      .describe(
        'A present or former name (misspellings are tolerated), phone number, email or address, or an identifier or date of birth. Each way finds up to 500 patients; a longer search finds others.',
      ),
    identifier: text(1, 401).optional().describe('`value` or `system|value`'),
    birthDate: date.optional(),
    phone: text(1, 50)
      .regex(/\d/, 'Enter at least one digit')
      .optional()
      .describe('The whole number or some of its digits'),
    status: z.enum(['active', 'merged']).default('active'),
    sort: z
      .enum(['name', '-name'])
      .optional()
      .describe('The order: by family name, then given name. Not with `q`, whose best match is first'),
  }),
  result: page(patient),
  mcp: { readOnly: true, destructive: false },
})

export const createPatient = operation({
  id: 'patients.create',
  method: 'POST',
  path: '/api/patients',
  summary: 'Create a patient.',
  allow: roles,
  body: z.strictObject({ ...patientInput, identifiers: identifiers(50) }),
  result: patient,
  status: 201,
})

export const getPatient = operation({
  id: 'patients.get',
  method: 'GET',
  path: '/api/patients/:patientId',
  summary: 'Get a patient. A merged record names the surviving record in `mergedInto`.',
  allow: roles,
  params: patientParams,
  result: patient,
  errors: ['patient_not_found'],
  mcp: { readOnly: true, destructive: false },
})

export const updatePatient = operation({
  id: 'patients.update',
  method: 'PATCH',
  path: '/api/patients/:patientId',
  summary: 'Update a patient. Omitted fields keep their values.',
  allow: roles,
  params: patientParams,
  // A survivor has those of every record that was merged into it.
  body: z.strictObject({ ...patientInput, identifiers: identifiers(1000), version }),
  result: patient,
  errors: ['patient_not_found', 'patient_merged', 'stale_version'],
})

// Merging

const fieldValue = z.union([z.string(), address]).nullable()

const merge = z
  .strictObject({
    id: id.nullable().describe('null in a preview'),
    preview: z.boolean(),
    survivor: patient,
    retired: patient,
    moved: z.record(z.string(), z.int()).describe('Number of moved rows, by table'),
    conflicts: z.array(
      z.strictObject({
        field: z.enum(patientFields),
        source: fieldValue,
        target: fieldValue,
        chosen: z.enum(['source', 'target', 'value']),
      }),
    ),
    warnings: z.array(z.string()),
    undo: z.strictObject({ possible: z.boolean(), blockers: z.array(z.string()) }),
    reason: z.string().nullable(),
    mergedAt: timestamp.nullable().describe('null in a preview'),
    mergedBy: named,
    undoneAt: timestamp.nullable(),
    undoneBy: named.nullable(),
    stayed: z
      .array(z.strictObject({ table: z.string(), id: z.string() }))
      .describe(
        'The first 200 rows created for the surviving record since the merge. An undo leaves them there',
      ),
  })
  .meta({ id: 'Merge' })
export type Merge = z.output<typeof merge>

export const mergePatients = operation({
  id: 'patients.merge',
  method: 'POST',
  path: '/api/patients/merge',
  summary: 'Merge two records of the same patient. The target survives and the source is merged into it.',
  allow: ['owner', 'admin'],
  body: z.strictObject({
    sourceId: id.describe('The record to merge into the target'),
    targetId: id.describe('The record to keep'),
    fieldChoices: z
      .strictObject(patientChoices)
      .optional()
      .describe(
        'Per field: `source`, `target` or a value. By default the target’s value, or the source’s if the target has none',
      ),
    reason: text(1, 1000).optional(),
    preview: z.boolean().optional().describe('Return the result of the merge without saving anything'),
    expectedVersions: z
      .strictObject({ source: z.int().optional(), target: z.int().optional() })
      .optional()
      .describe(
        'The versions that were read. The merge is rejected as `stale_version` if either has changed',
      ),
  }),
  result: merge,
  errors: [
    'patient_not_found',
    'merge_with_itself',
    'patient_merged',
    'not_duplicates',
    'stale_version',
    'merge_collision',
  ],
})

export const listMerges = operation({
  id: 'patients.listMerges',
  method: 'GET',
  path: '/api/patients/merges',
  summary: 'List merges, newest first.',
  allow: ['owner', 'admin'],
  query: listQuery.extend({
    patientId: patientId.optional().describe('Return only merges that involve this record'),
  }),
  result: page(merge),
})

export const getMerge = operation({
  id: 'patients.getMerge',
  method: 'GET',
  path: '/api/patients/merges/:mergeId',
  summary: 'Get a merge and whether it can still be undone.',
  allow: ['owner', 'admin'],
  params: z.strictObject({ mergeId: id }),
  result: merge,
  errors: ['merge_not_found'],
})

export const undoMerge = operation({
  id: 'patients.undoMerge',
  method: 'POST',
  path: '/api/patients/merges/:mergeId/undo',
  summary: 'Undo a merge. Restores both records and every row that moved.',
  allow: ['owner', 'admin'],
  params: z.strictObject({ mergeId: id }),
  result: merge,
  errors: ['merge_not_found', 'merge_undone', 'undo_blocked', 'merge_collision'],
})

// History

const patientChange = z
  .strictObject({
    version: z.int().describe('The version of the record after the change'),
    kind: z.enum(['create', 'update', 'merge', 'undo']),
    mergeId: id.nullable().describe('The merge that was performed or undone'),
    otherPatientId: patientId.nullable().describe('The other record of that merge'),
    changedAt: timestamp,
    changedBy: named,
    apiKey: usedKey.nullable().describe('The key used for the change, as it was named then'),
    fields: z
      .array(
        z.strictObject({
          field: z.enum([...patientFields, 'identifiers']),
          before: z.union([fieldValue, z.array(identifier)]),
          after: z.union([fieldValue, z.array(identifier)]),
        }),
      )
      .describe('The changed fields. At creation, the fields that were set'),
  })
  .meta({ id: 'PatientChange' })
export type PatientChange = z.output<typeof patientChange>

export const listPatientHistory = operation({
  id: 'patients.listHistory',
  method: 'GET',
  path: '/api/patients/:patientId/history',
  summary:
    'List the changes of a patient with old and new values, newest first. Each record of a merge keeps its own.',
  allow: roles,
  params: patientParams,
  query: listQuery,
  result: page(patientChange),
  errors: ['patient_not_found'],
})

// Likely duplicates

const resemblance = {
  score: z.number().min(0).max(1).describe('Probability that both records belong to the same patient'),
  reasons: z
    .array(z.string())
    .describe('The evidence for one patient as sentences, strongest first, then the evidence against'),
}

export const listDuplicatesOf = operation({
  id: 'patients.listDuplicatesOf',
  method: 'GET',
  path: '/api/patients/:patientId/duplicates',
  summary: 'List likely duplicates of a patient, most likely first.',
  allow: roles,
  params: patientParams,
  result: z.strictObject({
    data: z.array(z.strictObject({ patient, ...resemblance })),
    nextCursor: z.null(),
  }),
  errors: ['patient_not_found', 'patient_merged'],
  mcp: { readOnly: true, destructive: false },
})

const duplicateSearch = z
  .strictObject({
    status: z.enum(['queued', 'running', 'done', 'failed']),
    done: z.int().describe('Patients compared so far'),
    total: z.int(),
    requestedAt: timestamp,
    finishedAt: timestamp.nullable(),
  })
  .meta({ id: 'DuplicateSearch' })
export type DuplicateSearch = z.output<typeof duplicateSearch>

export const listDuplicates = operation({
  id: 'patients.listDuplicates',
  method: 'GET',
  path: '/api/patients/duplicates',
  summary: 'List the likely duplicates found by the last search, most likely first.',
  allow: roles,
  query: listQuery,
  result: page(z.strictObject({ patients: z.tuple([patient, patient]), ...resemblance })).extend({
    search: duplicateSearch.nullable().describe('The last search, or null if there was none'),
  }),
  mcp: { readOnly: true, destructive: false },
})

export const searchDuplicates = operation({
  id: 'patients.searchDuplicates',
  method: 'POST',
  path: '/api/patients/duplicates/search',
  summary: 'Search all patients for duplicates. Returns the running search if there is one.',
  allow: roles,
  access: { patients: 'view' },
  result: duplicateSearch,
  status: 202,
})

const notDuplicates = z
  .strictObject({
    id,
    patientIds: z.tuple([patientId, patientId]),
    markedAt: timestamp,
    markedBy: named,
  })
  .meta({ id: 'NotDuplicates' })
export type NotDuplicates = z.output<typeof notDuplicates>

export const markNotDuplicates = operation({
  id: 'patients.markNotDuplicates',
  method: 'POST',
  path: '/api/patients/not-duplicates',
  summary:
    'Flag two records as different patients. They are no longer suggested as duplicates and cannot be merged.',
  allow: roles,
  body: z.strictObject({ patientIds: z.array(id).length(2, 'Select two records') }),
  result: notDuplicates,
  errors: ['patient_not_found', 'patient_merged'],
})

export const listNotDuplicates = operation({
  id: 'patients.listNotDuplicates',
  method: 'GET',
  path: '/api/patients/not-duplicates',
  summary: 'List pairs flagged as different patients, newest first.',
  allow: roles,
  query: listQuery.extend({ patientId: patientId.optional() }),
  result: page(notDuplicates),
})

export const unmarkNotDuplicates = operation({
  id: 'patients.unmarkNotDuplicates',
  method: 'DELETE',
  path: '/api/patients/not-duplicates/:notDuplicatesId',
  summary: 'Delete a different-patients flag.',
  allow: roles,
  irreversible: false,
  params: z.strictObject({ notDuplicatesId: id }),
  result: deleted,
  errors: ['not_duplicates_not_found'],
})
