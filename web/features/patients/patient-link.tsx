import { Text } from '@mantine/core'
import type { Patient } from '#contract'
import { TextLink } from '../../components/links.tsx'
import classes from './patient-facts.module.css'
import { PatientLine } from './patient-line.tsx'
import { nameOf } from './words.ts'

/** A record by its name, and what tells it from others of that name. */
export function PatientLink({ to: patient }: { to: Patient }) {
  return (
    <div className={classes.value}>
      <TextLink to="/patients/$patientId" params={{ patientId: patient.id }} size="sm">
        <bdi>{nameOf(patient)}</bdi>
      </TextLink>
      <Text size="xs" c="dimmed">
        <PatientLine patient={patient} />
      </Text>
    </div>
  )
}
