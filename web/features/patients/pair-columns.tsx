import { Text } from '@mantine/core'
import type { Patient } from '#contract'
import type { Column } from '../../components/data-table.tsx'
import { TextLink } from '../../components/links.tsx'
import { PairActions } from './pair-actions.tsx'
import classes from './pair-columns.module.css'
import { PatientLine } from './patient-line.tsx'
import { Reasons, Score } from './resemblance.tsx'
import { nameOf } from './words.ts'

export interface Pair {
  id: string
  patients: [Patient, Patient]
  score: number
  reasons: string[]
}

export const pairColumns: Column<Pair>[] = [
  {
    heading: 'Records',
    cell: ({ patients }) => (
      <ul className={classes.pair}>
        {patients.map((patient) => (
          <li key={patient.id}>
            <TextLink
              to="/patients/$patientId"
              params={{ patientId: patient.id }}
              c="inherit"
              fw={500}
              size="sm"
            >
              <bdi>{nameOf(patient)}</bdi>
            </TextLink>
            <Text size="xs" c="dimmed">
              <PatientLine patient={patient} />
            </Text>
          </li>
        ))}
      </ul>
    ),
  },
  { heading: 'How sure', width: '7rem', cell: ({ score }) => <Score score={score} /> },
  { heading: 'Why', width: '34%', cell: ({ reasons }) => <Reasons reasons={reasons} /> },
  {
    heading: 'Actions',
    hideHeading: true,
    align: 'right',
    width: '11rem',
    cell: ({ patients }) => <PairActions pair={patients} />,
  },
]
