import type { Identifier, MergeField, Patient } from '#contract'

type Named = Pick<Patient, 'givenName' | 'familyName'>

/** What a patient is called, given name first. */
export const nameOf = ({ givenName, familyName }: Named): string =>
  [givenName, familyName].filter(Boolean).join(' ') || 'Without a name'

export const sexNames: Record<Patient['sex'], string> = {
  female: 'Female',
  male: 'Male',
  other: 'Other',
  unknown: 'Not known',
}

export const identifierUseNames: Record<Identifier['use'], string> = {
  usual: 'Usual',
  official: 'Official',
  temp: 'Temporary',
  secondary: 'Secondary',
  old: 'Old',
}

export const fieldNames: Record<MergeField, string> = {
  givenName: 'Given name',
  familyName: 'Family name',
  birthDate: 'Date of birth',
  sex: 'Sex',
  phone: 'Telephone',
  email: 'E-mail address',
  address: 'Address',
}

/** The identifier to tell a patient by: the first that is not an old one. */
export const firstIdentifier = ({ identifiers }: Pick<Patient, 'identifiers'>): Identifier | undefined =>
  identifiers.find(({ use }) => use !== 'old') ?? identifiers[0]

/** `insurance A123`; of a system that is a web address its last part: `nhs-number 943 476 5919`. */
export const identifierText = ({ system, value }: Pick<Identifier, 'system' | 'value'>): string =>
  `${systemName(system)} ${value}`

export const systemName = (system: string): string =>
  /^https?:/i.test(system) ? (system.split(/[/#?]/).findLast(Boolean) ?? system) : system
