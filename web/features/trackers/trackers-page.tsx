import { Group } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { listTrackers, type Project } from '#contract'
import { DataTable } from '../../components/data-table.tsx'
import { FilterBar } from '../../components/filter-bar.tsx'
import { ButtonLink } from '../../components/links.tsx'
import { SearchField } from '../../components/search-field.tsx'
import { useFilters, useList } from '../../list.ts'
import { useProject } from '../projects/use-project.ts'
import { trackerColumns } from './tracker-columns.tsx'

const againMs = 2_000

/** What is looked for in a project. */
export function TrackersPage() {
  const project = useProject()
  const filters = useFilters(listTrackers)
  const list = useList(listTrackers, { projectId: project.id, ...filters.values }, 'pages', ({ data }) =>
    data.some(({ backfill }) => backfill) ? againMs : false,
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
          text: 'A tracker follows what matters: it finds every place where a phrase stands or a query holds, in all sources that are here and in each new one as it arrives.',
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
      to="/projects/$projectId/trackers/new"
      params={{ projectId }}
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      New tracker
    </ButtonLink>
  )
}
