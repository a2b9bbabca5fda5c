import { Text } from '@mantine/core'
import type { Project } from '#contract'
import type { Column } from '../../components/data-table.tsx'
import { formatCount } from '../../components/format.ts'
import { RelativeTime } from '../../components/relative-time.tsx'
import { RowLink } from '../../components/row-link.tsx'

export const projectColumns: Column<Project>[] = [
  {
    heading: 'Name',
    cell: ({ id, name, description }) => (
      <>
        <RowLink to="/projects/$projectId" params={{ projectId: id }} dir="auto">
          {name}
        </RowLink>
        {description && (
          <Text size="xs" c="dimmed" lineClamp={1} dir="auto">
            {description}
          </Text>
        )}
      </>
    ),
  },
  { heading: 'Sources', align: 'right', width: '6rem', cell: ({ counts }) => formatCount(counts.sources) },
  { heading: 'Trackers', align: 'right', width: '6rem', cell: ({ counts }) => formatCount(counts.trackers) },
  {
    heading: 'Mentions',
    align: 'right',
    width: '6.5rem',
    cell: ({ counts }) => formatCount(counts.mentions),
  },
  { heading: 'Created', width: '9rem', cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
]
