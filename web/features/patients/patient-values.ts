import {
  type Address,
  addressFields,
  type createPatient,
  type Identifier,
  type Input,
  type Patient,
  type PatientField,
  patientFields,
} from '#contract'

type TextField = Exclude<PatientField, 'sex' | 'address'>

/** What the forms of a patient hold: text, empty if unknown. */
export type PatientValues = Record<TextField, string> & {
  sex: Patient['sex']
  address: AddressValues
  identifiers: Identifier[]
}
export type AddressValues = Record<keyof Address, string>

export const blankIdentifier: Identifier = { system: '', value: '', use: 'usual' }

const textFields = patientFields.filter((field) => field !== 'sex' && field !== 'address') as TextField[]

const textsOf = <Name extends string>(names: readonly Name[], known: Partial<Record<Name, string | null>>) =>
  Object.fromEntries(names.map((name) => [name, known[name] ?? ''])) as Record<Name, string>

/** A record as its form holds it; without one, a blank form. */
export const valuesOf = (known: Partial<Patient> = {}): PatientValues => ({
  ...textsOf(textFields, known),
  sex: known.sex ?? 'unknown',
  address: textsOf(addressFields, known.address ?? {}),
  identifiers: known.identifiers ?? [],
})

/** What is sent: blank text as null, and no identifiers that were added but left blank. */
export const inputOf = (values: PatientValues): Input<typeof createPatient> => ({
  ...values,
  ...Object.fromEntries(textFields.map((field) => [field, values[field].trim() || null])),
  identifiers: values.identifiers.filter(({ system, value }) => system.trim() || value.trim()),
})
