import { Button, Stack, Text } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { getMerge, listAuditLog, listInvoices, type Merge, patientLabels, undoMerge } from '#contract'
import { useAction, useCall } from '../../../api.ts'
import { Bullets } from '../../../components/bullets.tsx'
import { type Column, column } from '../../../components/columns.tsx'
import { confirm } from '../../../components/confirm.tsx'
import { Copyable } from '../../../components/copy.tsx'
import { DataTable } from '../../../components/data-table.tsx'
import { Facts } from '../../../components/facts.tsx'
import { plural } from '../../../components/format.ts'
import { TextLink } from '../../../components/links.tsx'
import { Loaded, PageHeader, Section } from '../../../components/page.tsx'
import { RelativeTime } from '../../../components/relative-time.tsx'
import { useMay } from '../../../session.ts'
import { FieldValue } from '../field-value.tsx'
import { NotForMembers } from '../not-for-members.tsx'
import { PatientLink } from '../patient-line.tsx'
import { Warnings } from '../warnings.tsx'
import { movedRows, nounOf, patientName } from '../words.ts'
import { MergeState } from './merges-page.tsx'

const route = getRouteApi('/shell/patients/merges/$mergeId')

export default function MergeRecordPage() {
  return useMay()(getMerge) ? <MergeRecord /> : <NotForMembers title="Merge" />
}

function MergeRecord() {
  const { mergeId } = route.useParams()
  const call = useCall(getMerge, { mergeId })
  return (
    <Loaded call={call} heading="Merge" what="The merge could not be loaded">
      {(merge) => <MergeDetails key={merge.id} merge={merge} />}
    </Loaded>
  )
}

function MergeDetails({ merge }: { merge: Merge }) {
  const { survivor, retired, moved, warnings, conflicts, stayed } = merge
  const { reason, mergedAt, mergedBy, undoneAt, undoneBy, undo } = merge
  const rows = movedRows(moved)
  return (
    <>
      <PageHeader
        title={`${patientName(retired)} into ${patientName(survivor)}`}
        back={{ to: '/patients/merges', label: 'Merges' }}
        badge={<MergeState of={merge} />}
        description={reason && <span dir="auto">{reason}</span>}
        action={!undoneAt && undo.possible && <UndoMerge merge={merge} />}
      />
      <Facts
        facts={[
          { name: 'Kept record', value: <PatientLink to={survivor} /> },
          { name: 'Merged record', value: <PatientLink to={retired} /> },
          { name: 'Merged by', value: <bdi>{mergedBy.name}</bdi> },
          ...(mergedAt ? [{ name: 'Merged', value: <RelativeTime at={mergedAt} /> }] : []),
          ...(undoneBy ? [{ name: 'Undone by', value: <bdi>{undoneBy.name}</bdi> }] : []),
          ...(undoneAt ? [{ name: 'Undone', value: <RelativeTime at={undoneAt} /> }] : []),
        ]}
      />
      {!undoneAt && !undo.possible && (
        <Section title="This merge cannot be undone">
          <Warnings sentences={undo.blockers} />
        </Section>
      )}
      <Section title="Moved">
        {rows.length === 0 ? (
          <Text c="dimmed">Nothing else belonged to the merged record.</Text>
        ) : (
          <Bullets>
            {rows.map((row) => (
              <li key={row}>{row}</li>
            ))}
          </Bullets>
        )}
        <Warnings sentences={warnings} />
      </Section>
      {conflicts.length > 0 && (
        <Section title="Choices">
          <DataTable label="Choices" list={conflicts} idOf={({ field }) => field} columns={choiceColumns} />
        </Section>
      )}
      {stayed.length > 0 && (
        <Section title="Created since the merge">
          <Text c="dimmed">
            {undoneAt
              ? 'These stayed with the record that was kept. Check whether they belong to the other one.'
              : 'If you undo the merge, these stay with the kept record.'}
          </Text>
          <DataTable label="Created since the merge" list={stayed} columns={stayedColumns} />
        </Section>
      )}
    </>
  )
}

const chosenNames = { target: 'Kept record’s value', source: 'Merged record’s value', value: 'Another value' }

const choiceColumns: Column<Merge['conflicts'][number]>[] = [
  column('Field', { width: '10rem' }, ({ field }) => patientLabels[field]),
  column('In the kept record', {}, ({ field, target }) => <FieldValue field={field} value={target} />),
  column('In the merged record', {}, ({ field, source }) => <FieldValue field={field} value={source} />),
  column('Choice', { width: '14rem' }, ({ chosen }) => chosenNames[chosen]),
]

const stayedColumns: Column<Merge['stayed'][number]>[] = [
  column('Type', { width: '12rem' }, ({ table }) => nounOf(table)),
  column('Id', {}, ({ table, id }) =>
    table === 'invoices' ? (
      <TextLink to="/billing/$invoiceId" params={{ invoiceId: id }}>
        <code>{id}</code>
      </TextLink>
    ) : (
      <Copyable text={id} label="Copy id" />
    ),
  ),
]

/** Confirms what an undo restores and what it does not, then undoes the merge. */
function UndoMerge({ merge: { id, survivor, retired, stayed } }: { merge: Merge }) {
  const { mutateAsync } = useAction(undoMerge, { also: [listAuditLog, listInvoices] })
  const ask = () =>
    confirm({
      title: `Undo the merge of ${patientName(retired)} into ${patientName(survivor)}?`,
      consequences: (
        <Stack gap="xs">
          <Text>Both records, and everything that moved, return to their state before the merge.</Text>
          {stayed.length > 0 && (
            <Text>
              {plural(stayed.length, 'row')} created since then, listed on this page,{' '}
              {stayed.length === 1 ? 'stays' : 'stay'} with the kept record.
            </Text>
          )}
        </Stack>
      ),
      confirm: 'Undo merge',
      destroys: false,
      act: () => mutateAsync({ mergeId: id ?? '' }),
      done: 'Merge undone: there are two records again',
    })
  return (
    <Button leftSection={<IconArrowBackUp size={16} aria-hidden />} onClick={ask}>
      Undo merge
    </Button>
  )
}
