import { z } from 'zod'
import { date, email, id, listQuery, page, text, timestamp } from './fields.ts'
import { operation } from './operation.ts'

// The words follow FHIR R5: Patient, Identifier.use, Patient.link and the operation Patient/$merge.

export const sexes = ['female', 'male', 'other', 'unknown'] as const
export const identifierUses = ['usual', 'official', 'temp', 'secondary', 'old'] as const

const identifier = z.strictObject({ system: z.string(), value: z.string(), use: z.enum(identifierUses) })
export type Identifier = z.output<typeof identifier>

const address = z.strictObject({
  line: z.string().nullable(),
  city: z.string().nullable(),
  region: z.string().nullable(),
  postalCode: z.string().nullable(),
  country: z.string().nullable(),
})
export type Address = z.output<typeof address>

export const patient = z
  .strictObject({
    id,
    version: z.number().int(),
    status: z.enum(['active', 'merged']),
    mergedInto: id
      .nullable()
      .describe('The survivor, at the end of the chain where there were several merges'),
    givenName: z.string().nullable(),
    familyName: z.string().nullable(),
    birthDate: date.nullable(),
    sex: z.enum(sexes),
    identifiers: z.array(identifier),
    phone: z.string().nullable(),
    email: z.string().nullable(),
    address,
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'Patient' })
export type Patient = z.output<typeof patient>

/** Text that may be left out, null or empty, which are one thing: null. */
const optionalText = (max: number) =>
  text(0, max)
    .nullish()
    .transform((value) => (value === undefined ? undefined : value || null))

const birthDate = date.refine((value) => value >= '1800-01-01' && value <= tomorrow(), {
  error: 'Enter a date of birth between 1800 and today',
})

/** Somewhere on Earth it is tomorrow already. */
const tomorrow = () => new Date(Date.now() + 14 * 3600_000).toISOString().slice(0, 10)

const country = optionalText(2).refine(
  (value) => !value || /^[A-Z]{2}$/.test(value),
  'Enter the two letters of ISO 3166, such as DE',
)

/** What can be said of a patient; a name of some kind is needed, which the whole object checks. */
const fields = {
  givenName: optionalText(200),
  familyName: optionalText(200),
  birthDate: birthDate.nullable().optional(),
  sex: z.enum(sexes).optional(),
  phone: optionalText(50),
  email: email.nullable().optional(),
  address: z
    .strictObject({
      line: optionalText(300),
      city: optionalText(200),
      region: optionalText(200),
      postalCode: optionalText(20),
      country,
    })
    .optional(),
}

const identifiers = (most: number) =>
  z
    .array(
      z.strictObject({
        system: text(1, 200).describe('Who gave it: a URI, or a short name such as insurance'),
        value: text(1, 200),
        use: z.enum(identifierUses).optional().describe('usual, where nothing is said'),
      }),
    )
    .max(most, `At most ${most} identifiers`)
    .optional()

const params = z.strictObject({ patientId: id })
const everyone = ['owner', 'admin', 'member'] as const
const version = z.number().int().optional().describe('What was read; refused as stale_version when it moved')

export const listPatients = operation({
  id: 'patients.list',
  method: 'GET',
  path: '/api/patients',
  summary: 'Search the patients, best match first; without a search, newest first.',
  allow: everyone,
  query: listQuery.extend({
    q: text(1, 200)
      .optional()
      .describe('Name, also misspelt, or an identifier, a date of birth, or a telephone number'),
    identifier: text(1, 401).optional().describe('`value` or `system|value`'),
    birthDate: date.optional(),
    phone: text(1, 50).regex(/\d/, 'Enter some digits').optional().describe('Digits of it are enough'),
    status: z.enum(['active', 'merged']).default('active'),
  }),
  result: page(patient),
  mcp: { readOnly: true, destructive: false },
})

export const createPatient = operation({
  id: 'patients.create',
  method: 'POST',
  path: '/api/patients',
  summary: 'Record a patient.',
  allow: everyone,
  body: z.strictObject({ ...fields, identifiers: identifiers(50) }),
  result: patient,
  status: 201,
})

export const getPatient = operation({
  id: 'patients.get',
  method: 'GET',
  path: '/api/patients/:patientId',
  summary: 'Give one patient; a retired record says which one survives it.',
  allow: everyone,
  params,
  result: patient,
  errors: ['patient_not_found'],
  mcp: { readOnly: true, destructive: false },
})

export const updatePatient = operation({
  id: 'patients.update',
  method: 'PATCH',
  path: '/api/patients/:patientId',
  summary: 'Change what is known of a patient; what is left out stays.',
  allow: everyone,
  params,
  // A survivor has those of every record that was merged into it.
  body: z.strictObject({ ...fields, identifiers: identifiers(1000), version }),
  result: patient,
  errors: ['patient_not_found', 'patient_merged', 'stale_version'],
})

// Merging

/** The fields of which a merge keeps one side's; identifiers are united instead. */
export const mergeFields = [
  'givenName',
  'familyName',
  'birthDate',
  'sex',
  'phone',
  'email',
  'address',
] as const
export type MergeField = (typeof mergeFields)[number]

const side = z.enum(['source', 'target'])
const choice = <Value extends z.ZodType>(value: Value) => z.union([side, value]).optional()

const fieldValue = z.union([z.string(), address]).nullable()

const merge = z
  .strictObject({
    id: id.nullable().describe('null in a preview'),
    preview: z.boolean(),
    survivor: patient,
    retired: patient,
    moved: z.record(z.string(), z.number().int()).describe('Rows that change owner, by table'),
    conflicts: z.array(
      z.strictObject({
        field: z.enum(mergeFields),
        source: fieldValue,
        target: fieldValue,
        chosen: z.enum(['source', 'target', 'value']),
      }),
    ),
    warnings: z.array(z.string()),
    undo: z.strictObject({ possible: z.boolean(), blockers: z.array(z.string()) }),
    reason: z.string().nullable(),
    mergedAt: timestamp.nullable().describe('null in a preview'),
    mergedBy: z.strictObject({ id, name: z.string() }),
    undoneAt: timestamp.nullable(),
    undoneBy: z.strictObject({ id, name: z.string() }).nullable(),
    stayed: z
      .array(z.strictObject({ table: z.string(), id: z.string() }))
      .describe('Rows made for the survivor since the merge, which an undo leaves there; the first 200'),
  })
  .meta({ id: 'Merge' })
export type Merge = z.output<typeof merge>

export const mergePatients = operation({
  id: 'patients.merge',
  method: 'POST',
  path: '/api/patients/merge',
  summary: 'Merge two records of one person: the target survives, the source is retired.',
  allow: ['owner', 'admin'],
  body: z.strictObject({
    sourceId: id.describe('The record to retire'),
    targetId: id.describe('The record that survives'),
    fieldChoices: z
      .strictObject({
        givenName: choice(text(1, 200).nullable()),
        familyName: choice(text(1, 200).nullable()),
        birthDate: choice(birthDate.nullable()),
        sex: choice(z.enum(sexes)),
        phone: choice(text(1, 50).nullable()),
        email: choice(email.nullable()),
        address: choice(fields.address.unwrap()),
      })
      .optional()
      .describe(
        'Per field `source`, `target` or a value; otherwise the target keeps its own, and the source fills gaps',
      ),
    reason: text(1, 1000).optional(),
    preview: z.boolean().optional().describe('Answer what the merge would do, and do nothing'),
    expectedVersions: z
      .strictObject({ source: z.number().int().optional(), target: z.number().int().optional() })
      .optional()
      .describe('What was read; refused as stale_version when either moved'),
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
  summary: 'List the merges, newest first.',
  allow: ['owner', 'admin'],
  query: listQuery.extend({ patientId: id.optional().describe('Only those that this record took part in') }),
  result: page(merge),
})

export const getMerge = operation({
  id: 'patients.getMerge',
  method: 'GET',
  path: '/api/patients/merges/:mergeId',
  summary: 'Give one merge, and whether it can still be undone.',
  allow: ['owner', 'admin'],
  params: z.strictObject({ mergeId: id }),
  result: merge,
  errors: ['merge_not_found'],
})

export const undoMerge = operation({
  id: 'patients.undoMerge',
  method: 'POST',
  path: '/api/patients/merges/:mergeId/undo',
  summary: 'Undo a merge: both records and every row that moved are as they were before.',
  allow: ['owner', 'admin'],
  params: z.strictObject({ mergeId: id }),
  result: merge,
  errors: ['merge_not_found', 'merge_undone', 'undo_blocked', 'merge_collision'],
})

// Likely duplicates

const resemblance = {
  score: z.number().min(0).max(1).describe('How sure it is that they are one person'),
  reasons: z.array(z.string()).describe('What speaks for it, a sentence each, the strongest first'),
}

export const listDuplicatesOf = operation({
  id: 'patients.listDuplicatesOf',
  method: 'GET',
  path: '/api/patients/:patientId/duplicates',
  summary: 'List the records that may be of the same person, likeliest first.',
  allow: everyone,
  params,
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
    done: z.number().int().describe('Patients compared so far'),
    total: z.number().int(),
    requestedAt: timestamp,
    finishedAt: timestamp.nullable(),
  })
  .meta({ id: 'DuplicateSearch' })
export type DuplicateSearch = z.output<typeof duplicateSearch>

export const listDuplicates = operation({
  id: 'patients.listDuplicates',
  method: 'GET',
  path: '/api/patients/duplicates',
  summary: 'List the likely duplicates that the last search among all patients found, likeliest first.',
  allow: everyone,
  query: listQuery,
  result: page(z.strictObject({ patients: z.tuple([patient, patient]), ...resemblance })).extend({
    search: duplicateSearch.nullable().describe('The last search; null before the first'),
  }),
  mcp: { readOnly: true, destructive: false },
})

export const searchDuplicates = operation({
  id: 'patients.searchDuplicates',
  method: 'POST',
  path: '/api/patients/duplicates/search',
  summary: 'Start a search for duplicates among all patients, or join the one under way.',
  allow: everyone,
  result: duplicateSearch,
  status: 202,
})

const notDuplicates = z
  .strictObject({
    id,
    patientIds: z.tuple([id, id]),
    markedAt: timestamp,
    markedBy: z.strictObject({ id, name: z.string() }),
  })
  .meta({ id: 'NotDuplicates' })
export type NotDuplicates = z.output<typeof notDuplicates>

export const markNotDuplicates = operation({
  id: 'patients.markNotDuplicates',
  method: 'POST',
  path: '/api/patients/not-duplicates',
  summary: 'Mark two records as being of different people: they are not suggested, and not merged.',
  allow: everyone,
  body: z.strictObject({ patientIds: z.array(id).length(2, 'Name two records') }),
  result: notDuplicates,
  errors: ['patient_not_found', 'patient_merged'],
})

export const listNotDuplicates = operation({
  id: 'patients.listNotDuplicates',
  method: 'GET',
  path: '/api/patients/not-duplicates',
  summary: 'List the pairs marked as being of different people, newest first.',
  allow: everyone,
  query: listQuery.extend({ patientId: id.optional() }),
  result: page(notDuplicates),
})

export const unmarkNotDuplicates = operation({
  id: 'patients.unmarkNotDuplicates',
  method: 'DELETE',
  path: '/api/patients/not-duplicates/:notDuplicatesId',
  summary: 'Take the mark away again.',
  allow: everyone,
  params: z.strictObject({ notDuplicatesId: id }),
  result: z.strictObject({ id }),
  errors: ['not_duplicates_not_found'],
})
