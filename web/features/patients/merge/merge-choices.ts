import {
  createPatient,
  type Input,
  type mergePatients,
  type Patient,
  type PatientField,
  patientFields,
} from '#contract'
import { type AddressValues, type PatientValues, valuesOf } from '../patient-values.ts'

/** The id of the record whose value is kept, or `typed`. Without a choice, the server decides. */
export type Chosen = Partial<Record<PatientField, string>>

/** Values typed to replace those of both records. */
export type Typed = Partial<Pick<PatientValues, PatientField>>

export interface Choices {
  chosen: Chosen
  typed: Typed
}

export interface Sides {
  source: Patient
  target: Patient
}

/** Whether a record has no value in a field, so that the other record's value fills it. */
export const isGap = (patient: Patient, field: PatientField): boolean =>
  JSON.stringify(valuesOf(patient)[field]) === JSON.stringify(valuesOf()[field])

/** How the two records compare in a field. */
export function comparison(
  { source, target }: Sides,
  field: PatientField,
): 'differs' | 'gap' | 'same' | 'empty' {
  const gaps = [source, target].filter((patient) => isGap(patient, field)).length
  if (gaps > 0) return gaps === 2 ? 'empty' : 'gap'
  const [one, other] = [source, target].map((patient) => JSON.stringify(valuesOf(patient)[field]))
  return one === other ? 'same' : 'differs'
}

type FieldChoices = NonNullable<Input<typeof mergePatients>['fieldChoices']>

/** The choices as the server takes them. */
export function fieldChoicesOf({ chosen, typed }: Choices, { source, target }: Sides): FieldChoices {
  const choices = patientFields.flatMap((field) => {
    const choice = chosen[field]
    if (choice === source.id) return [[field, 'source']]
    if (choice === target.id) return [[field, 'target']]
    return choice === 'typed' ? [[field, inputOf(typed[field])]] : []
  })
  return Object.fromEntries(choices)
}

const inputOf = (value: string | AddressValues | undefined) =>
  typeof value === 'string' ? value.trim() || null : value

/** Errors in typed values by field; for an address by part: `address.country`. */
export function wrongTyped({ chosen, typed }: Choices): Record<string, string> {
  const values = patientFields.flatMap((field) =>
    chosen[field] === 'typed' ? [[field, inputOf(typed[field])] as const] : [],
  )
  const issues = createPatient.body.safeParse(Object.fromEntries(values)).error?.issues ?? []
  return Object.fromEntries(issues.toReversed().map(({ path, message }) => [path.join('.'), message]))
}
