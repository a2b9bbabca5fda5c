import {
  createPatient,
  type Input,
  type MergeField,
  mergeFields,
  type mergePatients,
  type Patient,
} from '#contract'
import { type AddressValues, addressValues, type PatientValues } from './patient-values.ts'

/** The id of the record whose value is kept, or `typed`. Fields that nobody has chosen for are left to the server. */
export type Chosen = Partial<Record<MergeField, string>>

/** What was typed instead of either record's value. */
export type Typed = Partial<Pick<PatientValues, MergeField>>

export interface Choices {
  chosen: Chosen
  typed: Typed
}

export interface Sides {
  source: Patient
  target: Patient
}

/** Whether a record says nothing there: the other one's value fills such a gap. */
export function isGap(patient: Patient, field: MergeField): boolean {
  const value = patient[field]
  if (field === 'sex') return value === 'unknown'
  return value === null || (typeof value === 'object' && Object.values(value).every((part) => part === null))
}

/** How the two compare in a field. */
export function comparison(
  { source, target }: Sides,
  field: MergeField,
): 'differs' | 'gap' | 'same' | 'empty' {
  const gaps = [source, target].filter((patient) => isGap(patient, field)).length
  if (gaps > 0) return gaps === 2 ? 'empty' : 'gap'
  return textOf(source, field) === textOf(target, field) ? 'same' : 'differs'
}

const textOf = (patient: Patient, field: MergeField) =>
  JSON.stringify(field === 'address' ? addressValues(patient.address) : patient[field])

/** What a field starts with when a value of one's own is typed. */
export const typedFrom = (patient: Patient, field: MergeField): Typed => ({
  [field]: field === 'address' ? addressValues(patient.address) : (patient[field] ?? ''),
})

type FieldChoices = NonNullable<Input<typeof mergePatients>['fieldChoices']>

/** The choices as the server takes them. */
export function fieldChoicesOf({ chosen, typed }: Choices, { source, target }: Sides): FieldChoices {
  const choices = mergeFields.flatMap((field) => {
    const choice = chosen[field]
    if (choice === source.id) return [[field, 'source']]
    if (choice === target.id) return [[field, 'target']]
    return choice === 'typed' ? [[field, sent(typed[field])]] : []
  })
  return Object.fromEntries(choices)
}

const sent = (value: string | AddressValues | undefined) =>
  typeof value === 'string' ? value.trim() || null : value

/** What is wrong about typed values, by field; an address has its parts: `address.country`. */
export function wrongTyped({ chosen, typed }: Choices): Record<string, string> {
  const values = mergeFields.flatMap((field) =>
    chosen[field] === 'typed' ? [[field, sent(typed[field])] as const] : [],
  )
  const { error } = createPatient.body.safeParse(Object.fromEntries(values))
  // Whether a name is left at all is asked of the whole record, by the server.
  const issues = error?.issues.filter(({ path }) => path.length > 0) ?? []
  return Object.fromEntries(issues.toReversed().map(({ path, message }) => [path.join('.'), message]))
}
