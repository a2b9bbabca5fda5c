import type { Identifier, Patient } from '#contract'
import { own } from '#rules/own'
import { formatCount } from '../../components/format.ts'

type Named = Pick<Patient, 'givenName' | 'familyName'>

/** The patient's name, given name first. */
export const patientName = ({ givenName, familyName }: Named): string =>
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

/** The identifier to recognize a patient by: the first one that is not old. */
export const firstIdentifier = ({ identifiers }: Pick<Patient, 'identifiers'>): Identifier | undefined =>
  identifiers.find(({ use }) => use !== 'old') ?? identifiers[0]

/** `insurance A123`; of a system that is a web address only its last part: `nhs-number 943 476 5919`. */
export function identifierText({ system, value }: Pick<Identifier, 'system' | 'value'>): string {
  const name = /^https?:/i.test(system) ? system.split(/[/#?]/).findLast(Boolean) : undefined
  return `${name ?? system} ${value}`
}

/** What the rows of a table are called on the pages. */
const nouns: Record<string, [one: string, many: string]> = {
  patient_identifiers: ['identifier', 'identifiers'],
  patients: ['record merged earlier', 'records merged earlier'],
  invoices: ['invoice', 'invoices'],
}

/** The rows of each table that a merge moves: `1 invoice`, `3 identifiers`, `2 rows of lab results`. */
export const movedRows = (moved: Record<string, number>): string[] =>
  Object.entries(moved).flatMap(([table, count]) => {
    const [one, many] = own(nouns, table) ?? [spaced(table), `rows of ${spaced(table)}`]
    return count > 0 ? [`${formatCount(count)} ${count === 1 ? one : many}`] : []
  })

/** What one row of a table is: `Invoice`. */
export function nounOf(table: string): string {
  const [one] = own(nouns, table) ?? [spaced(table)]
  return one.charAt(0).toUpperCase() + one.slice(1)
}

const spaced = (table: string) => table.replaceAll(/[._]/g, ' ')
