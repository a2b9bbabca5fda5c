import type { Patient } from '#contract'
import { calendarDate } from '../../components/format.ts'
import { ageOf } from './age.ts'
import { firstIdentifier, identifierText } from './words.ts'

/** What tells two patients of one name apart, in one line: `12 Mar 1980 · 46 years · insurance A123`. */
export function PatientLine({ patient }: { patient: Patient }) {
  const { birthDate } = patient
  const identifier = firstIdentifier(patient)
  const parts = [
    birthDate ? calendarDate(birthDate) : 'No date of birth',
    birthDate && ageOf(birthDate),
    identifier && <bdi key="identifier">{identifierText(identifier)}</bdi>,
    patient.status === 'merged' && 'merged',
  ].filter(Boolean)
  return parts.flatMap((part, place) => (place === 0 ? [part] : [' · ', part]))
}
