import { Button, Group, Text } from '@mantine/core'
import {
  getPatient,
  listDuplicatesOf,
  listNotDuplicates,
  type NotDuplicates as Mark,
  type Patient,
} from '#contract'
import { useCall } from '../../api.ts'
import { Caption } from '../../components/caption.tsx'
import { RowLink } from '../../components/columns.tsx'
import { DataTable } from '../../components/data-table.tsx'
import { Section } from '../../components/page.tsx'
import { RecordLink } from '../../components/record-link.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'
import { ShowMore } from '../../components/show-more.tsx'
import { useList, wholeList } from '../../list.ts'
import { pairColumns, type Resemblance, useUnmark } from '../patients/duplicates/pairs.tsx'
import { PatientLine } from '../patients/patient-line.tsx'
import { patientName } from '../patients/words.ts'

/** Other records that may be the same person. */
export function LikelyDuplicates({ patient }: { patient: Patient }) {
  const list = wholeList(useCall(listDuplicatesOf, { patientId: patient.id }))
  return (
    <Section title="Likely duplicates">
      {list.rows?.length === 0 ? (
        <Text c="dimmed">No other record looks like this one.</Text>
      ) : (
        <DataTable
          label="Likely duplicates"
          list={list}
          idOf={({ patient }) => patient.id}
          columns={pairColumns<Resemblance & { patient: Patient }>(
            ({ patient }) => (
              <>
                <RowLink to="/patients/$patientId" params={{ patientId: patient.id }} dir="auto">
                  {patientName(patient)}
                </RowLink>
                <Caption>
                  <PatientLine patient={patient} />
                </Caption>
              </>
            ),
            'Record',
            (row) => [patient, row.patient],
          )}
        />
      )}
    </Section>
  )
}

/** Records flagged as a different person; nothing if there are none. */
export function NotDuplicates({ patientId }: { patientId: string }) {
  const list = useList(listNotDuplicates, { patientId }, { pagesIn: 'marks' })
  if (!list.rows?.length) return null
  return (
    <Section title="Not the same person as">
      {list.rows.map((mark) => (
        <MarkedPair key={mark.id} mark={mark} patientId={patientId} />
      ))}
      <ShowMore list={list} shown={list.rows.length} />
    </Section>
  )
}

function MarkedPair({ mark, patientId }: { mark: Mark; patientId: string }) {
  const otherId = mark.patientIds.find((id) => id !== patientId) ?? patientId
  const { data: other } = useCall(getPatient, { patientId: otherId })
  const unmark = useUnmark()
  const name = other ? patientName(other) : 'another record'
  return (
    <Group justify="space-between" gap="sm">
      <div>
        <RecordLink to="patient" id={otherId} name={name} />{' '}
        <Text span c="dimmed">
          {other && <PatientLine patient={other} />}
        </Text>
        <Caption>
          Flagged by <bdi>{mark.markedBy.name}</bdi> <RelativeTime at={mark.markedAt} />
        </Caption>
      </div>
      <Button
        variant="subtle"
        color="gray"
        size="xs"
        aria-label={`Remove flag: ${name}`}
        onClick={() => unmark(mark.id)}
      >
        Remove flag
      </Button>
    </Group>
  )
}
