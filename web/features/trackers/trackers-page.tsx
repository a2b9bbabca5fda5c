import { Group } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { listTrackers, type Project, type Tracker } from '#contract'
import { Caption } from '../../components/caption.tsx'
import { type Column, DataTable, RowLink } from '../../components/data-table.tsx'
import { FilterBar, SearchField } from '../../components/filters.tsx'
import { formatCount } from '../../components/format.ts'
import { ButtonLink } from '../../components/links.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'
import { useFilters, useList } from '../../list.ts'
import { useProject } from '../../project.ts'
import { Backfill } from './backfill.tsx'
import { definitionText } from './definition.ts'

const pollMs = 2_000

/** The trackers of a project. */
export default function TrackersPage() {
  const project = useProject()
  const filters = useFilters(listTrackers)
  const list = useList(listTrackers, { projectId: project.id, ...filters.values }, 'pages', ({ data }) =>
    data.some(({ backfill }) => backfill) ? pollMs : false,
  )
  const isEmpty = list.rows?.length === 0 && !filters.active
  return (
    <>
      {!isEmpty && (
        <Group justify="space-between" align="flex-start" gap={0}>
          <FilterBar>
            <SearchField
              label="Search trackers"
              value={filters.values.q}
              onChange={(q) => filters.set({ q })}
            />
          </FilterBar>
          <Group mb="md">
            <NewTracker project={project} />
          </Group>
        </Group>
      )}
      <DataTable
        label="Trackers"
        list={list}
        columns={trackerColumns}
        filters={filters}
        empty={{
          title: 'No trackers yet',
          text: 'A tracker finds every mention of a phrase or query in existing sources, and in new ones as they arrive.',
          action: <NewTracker project={project} />,
        }}
      />
    </>
  )
}

function NewTracker({ project: { id: projectId, archivedAt } }: { project: Project }) {
  if (archivedAt) return null
  return (
    <ButtonLink
      variant="filled"
      to="/projects/$projectId/trackers/new"
      params={{ projectId }}
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      New tracker
    </ButtonLink>
  )
}

const trackerColumns: Column<Tracker>[] = [
  {
    heading: 'Tracker',
    cell: (tracker) => (
      <>
        <RowLink to="/trackers/$trackerId" params={{ trackerId: tracker.id }}>
          <bdi>{tracker.name}</bdi>
        </RowLink>
        <Caption lineClamp={1}>
          <bdi>{definitionText(tracker)}</bdi>
        </Caption>
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
