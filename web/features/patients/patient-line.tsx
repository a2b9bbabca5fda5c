import type { TextProps } from '@mantine/core'
import type { Patient } from '#contract'
import { Caption } from '../../components/caption.tsx'
import { calendarDate } from '../../components/format.ts'
import { TextLink } from '../../components/links.tsx'
import { ageOf } from './age.ts'
import { firstIdentifier, identifierText, patientName } from './words.ts'

/** What distinguishes patients of the same name, in one line: `12 Mar 1980 · 46 years · insurance A123`. */
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

/** A record's name as a link, and below it what distinguishes it from others of that name. */
export function PatientLink({ to: patient, ...text }: { to: Patient } & TextProps) {
  return (
    <div style={{ minWidth: 0, maxWidth: '24rem', overflowWrap: 'anywhere' }}>
      <TextLink to="/patients/$patientId" params={{ patientId: patient.id }} {...text}>
        <bdi>{patientName(patient)}</bdi>
      </TextLink>
      <Caption>
        <PatientLine patient={patient} />
      </Caption>
    </div>
  )
}
