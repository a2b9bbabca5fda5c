import { Text } from '@mantine/core'
import type { Merge } from '#contract'
import type { Column } from '../../components/data-table.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'
import { RowLink } from '../../components/row-link.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { nameOf } from './words.ts'

/** A merge as a row: `DataTable` wants an id, which only a preview has none of. */
type Row = Omit<Merge, 'id'> & { id: string }

export const mergeColumns: Column<Row>[] = [
  {
    heading: 'Records',
    cell: ({ id, retired, survivor, reason }) => (
      <>
        <RowLink to="/patients/merges/$mergeId" params={{ mergeId: id }}>
          <bdi>{nameOf(retired)}</bdi> into <bdi>{nameOf(survivor)}</bdi>
        </RowLink>
        {reason && (
          <Text size="xs" c="dimmed" lineClamp={1} dir="auto">
            {reason}
          </Text>
        )}
      </>
    ),
  },
  { heading: 'State', width: '7rem', cell: (merge) => <MergeState of={merge} /> },
  { heading: 'By', width: '11rem', cell: ({ mergedBy }) => <bdi>{mergedBy.name}</bdi> },
  { heading: 'When', width: '9rem', cell: ({ mergedAt }) => mergedAt && <RelativeTime at={mergedAt} /> },
]

export const MergeState = ({ of: { undoneAt } }: { of: Pick<Merge, 'undoneAt'> }) =>
  undoneAt ? <StateBadge kind="quiet">Undone</StateBadge> : <StateBadge kind="good">Merged</StateBadge>
