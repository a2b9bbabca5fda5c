import { Stack, Text, Title } from '@mantine/core'
import { listDuplicatesOf, type Patient } from '#contract'
import { useCall } from '../../api.ts'
import { type Column, DataTable } from '../../components/data-table.tsx'
import { RowLink } from '../../components/row-link.tsx'
import { PairActions } from './pair-actions.tsx'
import { PatientLine } from './patient-line.tsx'
import { Reasons, Score } from './resemblance.tsx'
import classes from './section.module.css'
import { staticList } from './static-list.ts'
import { nameOf } from './words.ts'

/** The records that may be of the same person as this one. */
export function LikelyDuplicates({ patient }: { patient: Patient }) {
  const call = useCall(listDuplicatesOf, { patientId: patient.id })
  const rows = call.data?.data.map((row) => ({ ...row, id: row.patient.id }))
  return (
    <Stack component="section" className={classes.section ?? ''} aria-labelledby="duplicates">
      <Title order={2} id="duplicates">
        Likely duplicates
      </Title>
      {rows?.length === 0 ? (
        <Text c="dimmed">No other record looks like this one.</Text>
      ) : (
        <DataTable
          label="Likely duplicates"
          list={{ ...staticList(rows ?? []), rows, error: call.error, retry: () => void call.refetch() }}
          columns={columnsFor(patient)}
          empty={{ title: '', text: '' }}
        />
      )}
    </Stack>
  )
}

interface Row {
  id: string
  patient: Patient
  score: number
  reasons: string[]
}

const columnsFor = (subject: Patient): Column<Row>[] => [
  {
    heading: 'Record',
    cell: ({ patient }) => (
      <>
        <RowLink to="/patients/$patientId" params={{ patientId: patient.id }} dir="auto">
          {nameOf(patient)}
        </RowLink>
        <Text size="xs" c="dimmed">
          <PatientLine patient={patient} />
        </Text>
      </>
    ),
  },
  { heading: 'How sure', width: '7rem', cell: ({ score }) => <Score score={score} /> },
  { heading: 'Why', width: '34%', cell: ({ reasons }) => <Reasons reasons={reasons} /> },
  {
    heading: 'Actions',
    hideHeading: true,
    align: 'right',
    width: '11rem',
    cell: ({ patient }) => <PairActions pair={[subject, patient]} />,
  },
]
