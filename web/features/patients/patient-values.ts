import type { createPatient, Identifier, Input, Patient } from '#contract'

/** What the forms of a patient hold: everything as text, empty where it is not known. */
export type PatientValues = {
  givenName: string
  familyName: string
  birthDate: string
  sex: Patient['sex']
  phone: string
  email: string
  address: AddressValues
  identifiers: Identifier[]
}

export type AddressValues = {
  line: string
  city: string
  region: string
  postalCode: string
  country: string
}

export const blankIdentifier: Identifier = { system: '', value: '', use: 'usual' }

export const blankPatient: PatientValues = {
  givenName: '',
  familyName: '',
  birthDate: '',
  sex: 'unknown',
  phone: '',
  email: '',
  address: { line: '', city: '', region: '', postalCode: '', country: '' },
  identifiers: [],
}

export const valuesOf = (patient: Patient): PatientValues => ({
  givenName: patient.givenName ?? '',
  familyName: patient.familyName ?? '',
  birthDate: patient.birthDate ?? '',
  sex: patient.sex,
  phone: patient.phone ?? '',
  email: patient.email ?? '',
  address: addressValues(patient.address),
  identifiers: patient.identifiers,
})

export const addressValues = (address: Patient['address']): AddressValues => ({
  line: address.line ?? '',
  city: address.city ?? '',
  region: address.region ?? '',
  postalCode: address.postalCode ?? '',
  country: address.country ?? '',
})

/** What is sent. Lines for identifiers that were added and left blank do not count. */
export const inputOf = (values: PatientValues): Input<typeof createPatient> => ({
  ...values,
  birthDate: values.birthDate || null,
  email: values.email.trim() || null,
  identifiers: values.identifiers.filter(({ system, value }) => system.trim() || value.trim()),
})
