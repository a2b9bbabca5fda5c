import { Checkbox, Group, NativeSelect, Skeleton, Text, Title } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { getTrends, listTrackers, type Tracker } from '#contract'
import { callOptions, useCall } from '../../../api.ts'
import { Caption } from '../../../components/caption.tsx'
import { EmptyState } from '../../../components/empty-state.tsx'
import { Failure } from '../../../components/failure.tsx'
import { calendarDate, plural } from '../../../components/format.ts'
import { Loaded } from '../../../components/page.tsx'
import { useProject } from '../../../project.ts'
import { type By, type Comparison, comparisonIn, firstDayOf, type Range } from './address.ts'
import { ComparisonChart } from './comparison-chart.tsx'

const route = getRouteApi('/shell/projects/$projectId/trackers/compare')
/** As many as there are colors. */
const mostCompared = 6
const byChoices: { value: By; label: string }[] = [
  { value: 'week', label: 'By week' },
  { value: 'tag', label: 'By tag' },
  { value: 'speaker', label: 'By speaker' },
  { value: 'author', label: 'By author' },
  { value: 'kind', label: 'By kind of source' },
  { value: 'sentiment', label: 'By sentiment' },
]
const rangeChoices: { value: Range; label: string }[] = [
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
  { value: 'all', label: 'All days' },
]

/** Several trackers of a project in one chart. */
export default function ComparisonPage() {
  const { id: projectId } = useProject()
  return (
    <>
      <Title order={2} mb="md">
        Compare trackers
      </Title>
      <Loaded call={useCall(listTrackers, { projectId, limit: 50 })} what="The trackers could not be loaded">
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState
              title="No trackers yet"
              text="Create trackers to compare how often they find something."
            />
          ) : (
            <Compared projectId={projectId} trackers={data} />
          )
        }
      </Loaded>
    </>
  )
}

function Compared({ projectId, trackers }: { projectId: string; trackers: Tracker[] }) {
  const { by = 'week', range = '90', trackers: wanted } = comparisonIn(route.useSearch())
  const navigate = useNavigate()
  const set = (change: Comparison) =>
    void navigate({
      to: '.',
      search: (search: object) => ({ ...search, ...change }) as never,
      replace: true,
      resetScroll: false,
    })
  const given = new Set(wanted?.split(','))
  const byDefault = trackers.slice(0, mostCompared)
  const chosen =
    wanted === undefined ? byDefault : trackers.filter(({ id }) => given.has(id)).slice(0, mostCompared)
  const ids = chosen.map(({ id }) => id)
  const choose = (id: string, isChosen: boolean) =>
    set({ trackers: (isChosen ? [...ids, id] : ids.filter((other) => other !== id)).join() })

  return (
    <>
      <Group mb="md" align="end">
        <NativeSelect
          aria-label="Count"
          data={byChoices}
          value={by}
          onChange={(event) => set({ by: event.currentTarget.value as By })}
        />
        <NativeSelect
          aria-label="Days"
          data={rangeChoices}
          value={range}
          onChange={(event) => set({ range: event.currentTarget.value as Range })}
        />
      </Group>
      <Group component="fieldset" gap="md" mb="lg" style={{ border: 0, padding: 0, margin: 0 }}>
        <legend hidden>Trackers, at most {mostCompared}</legend>
        {trackers.map(({ id, name }) => (
          <Checkbox
            key={id}
            label={<bdi>{name}</bdi>}
            checked={ids.includes(id)}
            disabled={ids.includes(id) ? ids.length === 1 : ids.length >= mostCompared}
            onChange={(event) => choose(id, event.currentTarget.checked)}
          />
        ))}
      </Group>
      <Trends projectId={projectId} by={by} range={range} trackers={chosen} />
    </>
  )
}

interface TrendsProps {
  projectId: string
  by: By
  range: Range
  trackers: Tracker[]
}

function Trends({ projectId, by, range, trackers }: TrendsProps) {
  const from = firstDayOf(range, new Date().toISOString().slice(0, 10))
  const ids = trackers.map(({ id }) => id)
  const query = useQuery({
    ...callOptions(getTrends, { projectId, by, trackers: ids.join(), ...(from && { from }) }),
    placeholderData: keepPreviousData,
  })
  const { data: trends, error, isPlaceholderData } = query
  if (!trends)
    return error ? (
      <Failure what="The counts could not be loaded" error={error} onRetry={() => void query.refetch()} />
    ) : (
      <Skeleton h={240} />
    )
  return (
    <section aria-label="Comparison" aria-busy={isPlaceholderData} data-old={isPlaceholderData}>
      {trends.data.length === 0 ? (
        <Text role="status">No mentions on these days</Text>
      ) : (
        <ComparisonChart by={by} from={from} trackers={trackers} data={trends.data} />
      )}
      {trends.rest.keys > 0 && <Caption mt="sm">{plural(trends.rest.keys, `more ${by}`)} not shown.</Caption>}
      {trends.countedFrom && (
        <Caption mt="sm">There are many mentions: counted since {calendarDate(trends.countedFrom)}.</Caption>
      )}
    </section>
  )
}
