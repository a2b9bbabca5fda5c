import { type BirthDate, birthDateOf } from './birth-dates.ts'
import { compact, wordsOf } from './fold.ts'
import { isPlaceholder } from './names/compare.ts'
import { comparedName, type Name } from './names/name.ts'
import type { Placeholder } from './names/unnamed.ts'

/** The fields by which records are compared. */
export interface Particulars {
  givenName: string | null
  familyName: string | null
  /** `YYYY-MM-DD` */
  birthDate: string | null
  sex: string | null
  phone: string | null
  email: string | null
  createdAt: string
  identifiers: { system: string; value: string }[]
  address: { line: string | null; city: string | null; postalCode: string | null }
}

/** How many of this clinic's patients have the name or birth date of a record. */
export interface Counts {
  patients: number
  givenName: number
  familyName: number
  birthDate: number
}

/** A record prepared once for all its comparisons. */
export interface Profile {
  given: Name | Placeholder | null
  family: Name | null
  birthDate: BirthDate | null
  /** In years, when the record was created. */
  age: number | null
  sex: 'female' | 'male' | null
  identifiers: { system: string; value: string }[]
  phone: string
  email: string
  line: string[]
  city: string
  postalCode: string
  /** Patients of this clinic. */
  patients: number
}

export function profileOf(patient: Particulars, { patients, ...counts }: Counts): Profile {
  const { address, sex } = patient
  const given = comparedName(patient.givenName, 'given', { count: counts.givenName, patients })
  const family = comparedName(patient.familyName, 'family', { count: counts.familyName, patients })
  return {
    given,
    family: isPlaceholder(family) ? null : family,
    birthDate: birthDateOf(patient.birthDate, { count: counts.birthDate, patients }),
    age: patient.birthDate ? yearOf(patient.createdAt) - yearOf(patient.birthDate) : null,
    sex: sex === 'female' || sex === 'male' ? sex : isPlaceholder(given) ? given.sex : null,
    identifiers: patient.identifiers
      .map(({ system, value }) => ({ system, value: compact(value) }))
      .sort((one, other) => (`${one.system} ${one.value}` < `${other.system} ${other.value}` ? -1 : 1)),
    phone: digitsOf(patient.phone),
    email: patient.email?.trim().toLowerCase() ?? '',
    line: wordsOf(address.line),
    city: compact(address.city),
    postalCode: compact(address.postalCode),
    patients,
  }
}

/** Returns the end of a phone number, which is the same with and without country and area codes. */
function digitsOf(phone: string | null): string {
  const digits = (phone ?? '').normalize('NFKD').replace(/\D/g, '')
  return digits.length < 6 ? '' : digits.slice(-8)
}

const yearOf = (date: string): number => Number(date.slice(0, 4))
