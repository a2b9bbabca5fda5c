import { Progress, Stack, Text } from '@mantine/core'
import { IconChecklist } from '@tabler/icons-react'
import { type Import, type ImportError, importStatuses } from '#contract'
import { Caption } from '../../components/caption.tsx'
import { type Column, RowLink } from '../../components/data-table.tsx'
import { formatCount } from '../../components/format.ts'
import { TextLink } from '../../components/links.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { fieldName, kindNames } from './words.ts'

export const isOpen = ({ status }: Import): boolean =>
  importStatuses.indexOf(status) < importStatuses.indexOf('done')

export const importColumns: Column<Import>[] = [
  {
    heading: 'File',
    cell: ({ id, filename, kind, dryRun }) => (
      <>
        <RowLink to="/settings/imports/$importId" params={{ importId: id }}>
          <bdi style={{ overflowWrap: 'anywhere' }}>{filename}</bdi>
        </RowLink>
        <Caption>
          {kindNames[kind]}
          {dryRun && ' · dry run'}
        </Caption>
      </>
    ),
  },
  { heading: 'State', width: '30%', cell: (found) => <ImportState of={found} /> },
  {
    heading: 'Imported',
    width: '8rem',
    align: 'right',
    cell: ({ counts }) => formatCount(counts.created + counts.updated),
  },
  {
    heading: 'Started',
    width: '9rem',
    cell: ({ createdAt, createdBy }) => (
      <>
        <RelativeTime at={createdAt} />
        <Caption>
          by <bdi>{createdBy.name}</bdi>
        </Caption>
      </>
    ),
  },
]

export function ImportState({ of: found }: { of: Import }) {
  const { status, dryRun, counts } = found
  if (status === 'failed') return <StateBadge kind="bad">Failed</StateBadge>
  if (isOpen(found)) return <ImportProgress of={found} />
  const skipped = counts.failed + counts.flagged
  if (skipped > 0)
    return (
      <StateBadge kind="warning">
        {formatCount(skipped)} {dryRun ? 'would be skipped' : 'skipped'}
      </StateBadge>
    )
  if (dryRun)
    return (
      <StateBadge kind="quiet" icon={IconChecklist}>
        Checked
      </StateBadge>
    )
  return <StateBadge kind="good">Done</StateBadge>
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

export type ErrorRow = ImportError & { id: string }

export const errorColumns: Column<ErrorRow>[] = [
  { heading: 'Row', width: '5rem', cell: ({ row }) => `Row ${row}` },
  {
    heading: 'Column',
    width: '14rem',
    cell: ({ column, field }) =>
      column === null && field === null ? (
        <Text c="dimmed">Whole row</Text>
      ) : (
        <bdi style={{ overflowWrap: 'anywhere' }}>{column ?? fieldName(field ?? '')}</bdi>
      ),
  },
  {
    heading: 'Problem',
    cell: ({ message, patientId }) => (
      <>
        <span dir="auto">{message}</span>
        {patientId && (
          <Caption>
            <TextLink to="/patients/$patientId" params={{ patientId }}>
              Show the existing patient
            </TextLink>
          </Caption>
        )}
      </>
    ),
  },
]
