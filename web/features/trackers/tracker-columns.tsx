import { Text } from '@mantine/core'
import type { Tracker } from '#contract'
import type { Column } from '../../components/data-table.tsx'
import { formatCount } from '../../components/format.ts'
import { RelativeTime } from '../../components/relative-time.tsx'
import { RowLink } from '../../components/row-link.tsx'
import { Backfill } from './backfill.tsx'
import { definitionText } from './definition-text.ts'

export const trackerColumns: Column<Tracker>[] = [
  {
    heading: 'Tracker',
    cell: (tracker) => (
      <>
        <RowLink to="/trackers/$trackerId" params={{ trackerId: tracker.id }}>
          <bdi>{tracker.name}</bdi>
        </RowLink>
        <Text size="xs" c="dimmed" lineClamp={1}>
          <bdi>{definitionText(tracker)}</bdi>
        </Text>
        {tracker.backfill && <Backfill backfill={tracker.backfill} />}
      </>
    ),
  },
  {
    heading: 'Mentions',
    width: '8rem',
    align: 'right',
    cell: ({ counts }) => formatCount(counts.mentions),
  },
  { heading: 'Sources', width: '8rem', align: 'right', cell: ({ counts }) => formatCount(counts.sources) },
  { heading: 'Changed', width: '9rem', cell: ({ updatedAt }) => <RelativeTime at={updatedAt} /> },
]
