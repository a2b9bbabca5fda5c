import type { Patient } from '#contract'
import { compact, wordsOf } from './fold.ts'
import { type Name, nameOf } from './names.ts'

/** The fields by which records are compared. */
export interface Particulars
  extends Pick<Patient, 'givenName' | 'familyName' | 'birthDate' | 'sex' | 'phone' | 'email' | 'createdAt'> {
  identifiers: { system: string; value: string }[]
  address: { line: string | null; city: string | null; postalCode: string | null }
}

/** A record prepared once for all its comparisons. */
export interface Profile {
  given: Name | null
  family: Name | null
  birthDate: string | null
  /** In years, when the record was created. */
  age: number | null
  sex: Patient['sex']
  identifiers: { system: string; value: string }[]
  phone: string
  email: string
  line: string[]
  city: string
  postalCode: string
}

export function profileOf(patient: Particulars): Profile {
  const { address } = patient
  return {
    given: nameOf(patient.givenName),
    family: nameOf(patient.familyName),
    birthDate: patient.birthDate,
    age: patient.birthDate ? yearOf(patient.createdAt) - yearOf(patient.birthDate) : null,
    sex: patient.sex,
    identifiers: patient.identifiers
      .map(({ system, value }) => ({ system, value: compact(value) }))
      .sort((one, other) => (`${one.system} ${one.value}` < `${other.system} ${other.value}` ? -1 : 1)),
    phone: digitsOf(patient.phone),
    email: patient.email?.trim().toLowerCase() ?? '',
    line: wordsOf(address.line),
    city: compact(address.city),
    postalCode: compact(address.postalCode),
  }
}

/** Returns the end of a phone number, which is the same with and without country and area codes. */
function digitsOf(phone: string | null): string {
  const digits = (phone ?? '').normalize('NFKD').replace(/\D/g, '')
  return digits.length < 6 ? '' : digits.slice(-8)
}

const yearOf = (date: string): number => Number(date.slice(0, 4))
