import { Group } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getTrends, listTrackers, type Output, type Project, type Tracker } from '#contract'
import { own } from '#rules/own'
import { callOptions } from '../../api.ts'
import { Caption } from '../../components/caption.tsx'
import { type Column, column, countColumn, timeColumn } from '../../components/columns.tsx'
import { searchFilter } from '../../components/filters.tsx'
import { dayAfter, formatCount, plural } from '../../components/format.ts'
import { ButtonLink } from '../../components/links.tsx'
import { FilteredTable } from '../../components/list-page.tsx'
import { RecordLink } from '../../components/record-link.tsx'
import { Sparkline } from '../../components/sparkline.tsx'
import { useFilteredList } from '../../list.ts'
import { takesMore, useProject } from '../../project.ts'
import { Backfill } from './backfill.tsx'
import { definitionText } from './definition.ts'

const pollMs = 2_000

/** The trackers of a project. */
export default function TrackersPage() {
  const project = useProject()
  const again = ({ data }: Output<typeof listTrackers>) => data.some(({ backfill }) => backfill) && pollMs
  const list = useFilteredList(listTrackers, { projectId: project.id }, { again })
  const isEmpty = list.rows?.length === 0 && !list.filters.active
  return (
    <FilteredTable
      label="Trackers"
      list={list}
      filters={isEmpty ? undefined : [searchFilter('Search trackers')]}
      bar={(filters) => (
        <Group justify="space-between" align="flex-start" gap={0}>
          {filters}
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
      columns={columnsWith(useWeeks(project.id, list.rows, list.filters.active))}
      empty={{
        title: 'No trackers yet',
        text: 'A tracker finds every mention of a phrase or query in existing sources, and in new ones as they arrive.',
        action: <NewTracker project={project} />,
      }}
    />
  )
}

function NewTracker({ project }: { project: Project }) {
  if (!takesMore(project)) return null
  return (
    <ButtonLink
      variant="filled"
      to="/projects/$projectId/trackers/new"
      params={{ projectId: project.id }}
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
  rows: readonly Tracker[] | undefined,
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
  column('Tracker', {}, (tracker) => (
    <>
      <RecordLink row to="tracker" id={tracker.id} project={tracker.projectId} name={tracker.name} />
      <Caption lineClamp={1}>
        <bdi>{definitionText(tracker)}</bdi>
      </Caption>
      {tracker.backfill && <Backfill backfill={tracker.backfill} />}
    </>
  )),
  column('Last 13 weeks', { width: '9rem' }, ({ id }) => {
    const counts = weeks.get(id)
    const sum = counts?.reduce((sum, count) => sum + count, 0)
    return counts && sum ? (
      <Sparkline
        counts={counts}
        label={`${plural(sum, 'mention')} in 13 weeks, ${formatCount(counts.at(-1) ?? 0)} this week`}
      />
    ) : null
  }),
  countColumn('Mentions', { width: '8rem' }, ({ counts }) => counts.mentions),
  countColumn('Sources', { width: '8rem' }, ({ counts }) => counts.sources),
  timeColumn('Changed', {}, ({ updatedAt }) => updatedAt),
]
