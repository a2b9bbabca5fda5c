import { Group } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getTrends, listTrackers, type Project, type Tracker } from '#contract'
import { own } from '#rules/own'
import { callOptions } from '../../api.ts'
import { Caption } from '../../components/caption.tsx'
import { type Column, DataTable, RowLink } from '../../components/data-table.tsx'
import { FilterBar, SearchField } from '../../components/filters.tsx'
import { dayAfter, formatCount, plural } from '../../components/format.ts'
import { ButtonLink } from '../../components/links.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'
import { Sparkline } from '../../components/sparkline.tsx'
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
          <Group mb="md" gap="xs">
            {list.rows && list.rows.length > 1 && (
              <ButtonLink to="/projects/$projectId/trackers/compare" params={{ projectId: project.id }}>
                Compare
              </ButtonLink>
            )}
            <NewTracker project={project} />
          </Group>
        </Group>
      )}
      <DataTable
        label="Trackers"
        list={list}
        columns={columnsWith(useWeeks(project.id, list.rows, filters.active))}
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

const weeksShown = 13
/** The most trackers of one call. */
const mostCounted = 50

/** Returns the counts of the last weeks of each tracker in the list, from one call. */
function useWeeks(
  projectId: string,
  rows: Tracker[] | undefined,
  isFiltered: boolean,
): Map<string, number[]> {
  const trackers = (rows ?? []).map(({ id }) => id).slice(-mostCounted)
  // By default the newest are counted. A list that is still cached may name a tracker that was just deleted.
  const isDefault = !isFiltered && (rows ?? []).length <= mostCounted
  const today = new Date().toISOString().slice(0, 10)
  const monday = dayAfter(today, -((new Date(today).getUTCDay() + 6) % 7))
  const from = dayAfter(monday, -7 * (weeksShown - 1))
  const { data } = useQuery({
    ...callOptions(getTrends, { projectId, from, ...(!isDefault && { trackers: trackers.join() }) }),
    enabled: trackers.length > 0,
    placeholderData: keepPreviousData,
  })
  const weeks = Array.from({ length: weeksShown }, (_, n) => dayAfter(from, 7 * n))
  const counts = new Map(data?.data.map(({ key, counts }) => [key, counts]))
  return new Map(
    data ? trackers.map((id) => [id, weeks.map((week) => own(counts.get(week) ?? {}, id) ?? 0)]) : [],
  )
}

const columnsWith = (weeks: Map<string, number[]>): Column<Tracker>[] => [
  {
    heading: 'Tracker',
    cell: (tracker) => (
      <>
        <RowLink
          to="/projects/$projectId/trackers/$trackerId"
          params={{ projectId: tracker.projectId, trackerId: tracker.id }}
        >
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
    heading: 'Last 13 weeks',
    width: '9rem',
    cell: ({ id }) => {
      const counts = weeks.get(id)
      const sum = counts?.reduce((sum, count) => sum + count, 0)
      return counts && sum ? (
        <Sparkline
          counts={counts}
          label={`${plural(sum, 'mention')} in 13 weeks, ${formatCount(counts.at(-1) ?? 0)} this week`}
        />
      ) : null
    },
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
