import { Group, Text } from '@mantine/core'
import type { Patient } from '#contract'
import type { Column } from '../../components/data-table.tsx'
import { RowLink } from '../../components/row-link.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { BirthDate } from './birth-date.tsx'
import { firstIdentifier, identifierText, nameOf, sexNames } from './words.ts'

export const patientColumns: Column<Patient>[] = [
  {
    heading: 'Name',
    cell: (patient) => (
      <Group gap="xs">
        <RowLink to="/patients/$patientId" params={{ patientId: patient.id }} dir="auto">
          {nameOf(patient)}
        </RowLink>
        {patient.status === 'merged' && <StateBadge kind="quiet">Merged</StateBadge>}
      </Group>
    ),
  },
  { heading: 'Born', width: '12rem', cell: ({ birthDate }) => <BirthDate date={birthDate} /> },
  { heading: 'Sex', width: '6rem', cell: ({ sex }) => sexNames[sex] },
  { heading: 'Identifier', width: '22%', cell: (patient) => <FirstIdentifier of={patient} /> },
  { heading: 'Telephone', width: '10rem', cell: ({ phone }) => <bdi>{phone}</bdi> },
]

function FirstIdentifier({ of: patient }: { of: Patient }) {
  const first = firstIdentifier(patient)
  const others = patient.identifiers.length - 1
  return (
    first && (
      <>
        <bdi>{identifierText(first)}</bdi>
        {others > 0 && (
          <Text span c="dimmed">
            {` and ${others} more`}
          </Text>
        )}
      </>
    )
  )
}
