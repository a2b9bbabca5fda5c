import { Text } from '@mantine/core'
import type { Run } from '#contract'
import type { Column } from '../../components/data-table.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'
import { RowLink } from '../../components/row-link.tsx'
import { RunState } from './run-state.tsx'
import { aboutOf } from './words.ts'

export const runColumns: Column<Run>[] = [
  {
    heading: 'Run',
    cell: ({ id, skill, input }) => (
      <>
        <RowLink to="/skill-runs/$runId" params={{ runId: id }}>
          {skill}
        </RowLink>
        <Text size="xs" c="dimmed" lineClamp={2}>
          <bdi>{aboutOf(input)}</bdi>
        </Text>
      </>
    ),
  },
  { heading: 'State', width: '10rem', cell: (run) => <RunState {...run} /> },
  { heading: 'Started by', width: '12rem', cell: ({ createdBy }) => <bdi>{createdBy.name}</bdi> },
  { heading: 'Started', width: '9rem', cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
]
