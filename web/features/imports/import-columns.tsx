import { Progress, Stack, Text } from '@mantine/core'
import { IconChecklist } from '@tabler/icons-react'
import { type Import, type ImportError, importStatuses } from '#contract'
import { Caption } from '../../components/caption.tsx'
import { type Column, column, countColumn, RowLink } from '../../components/columns.tsx'
import { formatCount } from '../../components/format.ts'
import { RecordLink } from '../../components/record-link.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { fieldName, kindNames } from './words.ts'

export const isOpen = ({ status }: Import): boolean =>
  importStatuses.indexOf(status) < importStatuses.indexOf('done')

export const importColumns: Column<Import>[] = [
  column('File', {}, ({ id, filename, kind, dryRun }) => (
    <>
      <RowLink to="/settings/imports/$importId" params={{ importId: id }}>
        <bdi style={{ overflowWrap: 'anywhere' }}>{filename}</bdi>
      </RowLink>
      <Caption>
        {kindNames[kind]}
        {dryRun && ' · dry run'}
      </Caption>
    </>
  )),
  column('State', { width: '30%' }, (found) => <ImportState of={found} />),
  countColumn('Imported', { width: '8rem' }, ({ counts }) => counts.created + counts.updated),
  column('Started', { width: '9rem' }, ({ createdAt, createdBy }) => (
    <>
      <RelativeTime at={createdAt} />
      <Caption>
        by <bdi>{createdBy.name}</bdi>
      </Caption>
    </>
  )),
]

export function ImportState({ of: found }: { of: Import }) {
  const { status, dryRun, counts } = found
  if (status === 'failed') return <StateBadge kind="bad" text="Failed" />
  if (isOpen(found)) return <ImportProgress of={found} />
  const skipped = counts.failed + counts.flagged
  if (skipped > 0)
    return (
      <StateBadge
        kind="warning"
        text={`${formatCount(skipped)} ${dryRun ? 'would be skipped' : 'skipped'}`}
      />
    )
  if (dryRun) return <StateBadge kind="quiet" icon={IconChecklist} text="Checked" />
  return <StateBadge kind="good" text="Done" />
}

export function ImportProgress({ of: { dryRun, progress } }: { of: Import }) {
  const { done, total } = progress
  return (
    <Stack gap={6} maw={320}>
      <Text size="sm" role="status">
        {dryRun ? 'Checking' : 'Importing'}: {formatCount(done)} of {formatCount(total)} rows
      </Text>
      <Progress
        value={total === 0 ? 100 : (done / total) * 100}
        animated
        aria-label="Progress of the import"
      />
    </Stack>
  )
}

export const errorColumns: Column<ImportError>[] = [
  column('Row', { width: '5rem' }, ({ row }) => `Row ${row}`),
  column('Column', { width: '14rem' }, ({ column, field }) =>
    column === null && field === null ? (
      <Text c="dimmed">Whole row</Text>
    ) : (
      <bdi style={{ overflowWrap: 'anywhere' }}>{column ?? fieldName(field ?? '')}</bdi>
    ),
  ),
  column('Problem', {}, ({ message, patientId }) => (
    <>
      <span dir="auto">{message}</span>
      {patientId && (
        <Caption>
          <RecordLink to="patient" id={patientId} name="Show the existing patient" />
        </Caption>
      )}
    </>
  )),
]
