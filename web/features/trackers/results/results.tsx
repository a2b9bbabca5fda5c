import { Button, Skeleton, Stack, Text } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { type FoundMention, getTrackerResults, type Tracker } from '#contract'
import { callOptions, useCall } from '../../../api.ts'
import { EmptyState } from '../../../components/empty-state.tsx'
import { Failure } from '../../../components/failure.tsx'
import { DayField, FilterBar } from '../../../components/filters.tsx'
import { plural } from '../../../components/format.ts'
import { Loaded } from '../../../components/page.tsx'
import { ShowMore } from '../../../components/show-more.tsx'
import type { List } from '../../../list.ts'
import { MentionList } from '../mention-list.tsx'
import { type Days, daysIn } from './days.ts'
import { TrendFigure } from './trend-figure.tsx'

const route = getRouteApi('/shell/trackers/$trackerId')

/** The trend, and the mentions on the days in the address. */
export function Results({ tracker }: { tracker: Tracker }) {
  // The route's query may still contain invalid days.
  const days = daysIn(route.useSearch())
  const navigate = useNavigate()
  const selectDays = ({ from, to }: { from?: string | undefined; to?: string | undefined }) =>
    void navigate({
      to: '.',
      search: { ...(from && { from }), ...(to && { to }) } as never,
      replace: true,
      resetScroll: false,
    })
  const isNarrowed = days.from !== undefined || days.to !== undefined
  const isBackwards = days.from !== undefined && days.to !== undefined && days.from > days.to
  // All days, whichever are selected.
  const whole = useCall(getTrackerResults, { trackerId: tracker.id, order: 'newest', limit: 1 })

  return (
    <Loaded call={whole} what="The results could not be loaded">
      {({ trend }) =>
        trend.length === 0 ? (
          <NoMentions tracker={tracker} />
        ) : (
          <>
            <TrendFigure trend={trend} days={days} onChoose={selectDays} />
            <FilterBar>
              <DayField label="From" value={days.from} onChange={(from) => selectDays({ ...days, from })} />
              <DayField label="To" value={days.to} onChange={(to) => selectDays({ ...days, to })} />
              {isNarrowed && <Button onClick={() => selectDays({})}>All days</Button>}
            </FilterBar>
            {isBackwards ? (
              <Text role="alert">The last day is before the first.</Text>
            ) : (
              <Mentions trackerId={tracker.id} days={days} />
            )}
          </>
        )
      }
    </Loaded>
  )
}

function NoMentions({ tracker: { backfill } }: { tracker: Tracker }) {
  return (
    <EmptyState
      title={backfill ? 'No mentions so far' : 'No mentions'}
      text={
        backfill
          ? 'Existing sources are still being searched.'
          : 'No source contains this. New sources are searched as they arrive. Other forms of the words may find more.'
      }
    />
  )
}

function Mentions({ trackerId, days }: { trackerId: string; days: Days }) {
  const { list, counts } = useMentions(trackerId, days)
  if (!counts)
    return list.error ? (
      <Failure what="The mentions could not be loaded" error={list.error} onRetry={list.retry} />
    ) : (
      <Stack aria-busy gap="md">
        <Skeleton h={20} w={180} />
        <Skeleton h={200} />
      </Stack>
    )

  const mentions = list.rows ?? []
  return (
    <section aria-label="Mentions" aria-busy={list.busy} data-old={list.busy}>
      <Text role="status" fw={600} mt="xs">
        {counts.mentions === 0
          ? 'No mentions on these days'
          : `${plural(counts.mentions, 'mention')} in ${plural(counts.sources, 'source')}`}
      </Text>
      <MentionList mentions={mentions} label="Mentions" />
      {list.error ? (
        <Failure what="More could not be loaded" error={list.error} onRetry={list.retry} />
      ) : (
        <ShowMore list={list} shown={mentions.length} />
      )}
    </section>
  )
}

/** Returns the mentions of a tracker, newest first, with counts that come with each page. */
function useMentions(trackerId: string, days: Days) {
  const queries = useQueryClient()
  const input = { trackerId, order: 'newest', ...days } as const
  const query = useInfiniteQuery({
    queryKey: [...callOptions(getTrackerResults, input).queryKey, 'pages'],
    queryFn: ({ pageParam }) =>
      queries.fetchQuery(
        callOptions(getTrackerResults, { ...input, ...(pageParam && { after: pageParam }) }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ cursor }) => cursor,
    placeholderData: keepPreviousData,
  })
  const list: List<FoundMention> = {
    rows: query.data?.pages.flatMap((page) => page.data),
    error: query.error,
    busy: query.isPlaceholderData,
    hasMore: query.hasNextPage,
    loadingMore: query.isFetchingNextPage,
    retry: () => void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch()),
    more: () => void query.fetchNextPage(),
  }
  return { list, counts: query.data?.pages[0]?.counts }
}
