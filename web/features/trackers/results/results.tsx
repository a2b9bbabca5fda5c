import { Button, Skeleton, Stack, Text } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import {
  dismissMention,
  getProject,
  getTrackerResults,
  listProjects,
  type Mention,
  restoreMention,
  type Tracker,
} from '#contract'
import { callOptions, useAction, useCall } from '../../../api.ts'
import { dayFilter } from '../../../components/day-field.tsx'
import { EmptyState } from '../../../components/empty-state.tsx'
import { Failure } from '../../../components/failure.tsx'
import { FilterBar } from '../../../components/filters.tsx'
import { plural } from '../../../components/format.ts'
import { notifyDone, notifyFailed } from '../../../components/notify.tsx'
import { Loaded } from '../../../components/page.tsx'
import { ShowMore } from '../../../components/show-more.tsx'
import { useLoadedPages } from '../../../list.ts'
import { useMayEdit } from '../../../project.ts'
import { MentionList } from '../mention-list.tsx'
import { type Days, type Narrowing, narrowingIn, narrowingKeys } from './days.ts'
import { TrendFigure } from './trend-figure.tsx'

const route = getRouteApi('/shell/projects/$projectId/trackers/$trackerId')

/** The trend, and the mentions on the days in the address. */
export function Results({ tracker }: { tracker: Tracker }) {
  // The route's query may still contain invalid days.
  const { from, to, ...others } = narrowingIn(route.useSearch())
  const days: Days = { ...(from && { from }), ...(to && { to }) }
  const navigate = useNavigate()
  const narrow = (search: Narrowing) =>
    void navigate({ to: '.', search: search as never, replace: true, resetScroll: false })
  const selectDays = (selected: { from?: string | undefined; to?: string | undefined }) =>
    narrow({ ...others, ...selected } as Narrowing)
  const isNarrowed = from !== undefined || to !== undefined
  const isBackwards = days.from !== undefined && days.to !== undefined && days.from > days.to
  // Covers all days, whichever are selected.
  const whole = useCall(getTrackerResults, { trackerId: tracker.id, order: 'newest', limit: 1 })

  return (
    <Loaded call={whole} what="The results could not be loaded">
      {({ trend }) =>
        trend.length === 0 && !others.dismissed ? (
          <NoMentions tracker={tracker} action={<DismissedButton narrowing={others} onChange={narrow} />} />
        ) : (
          <>
            {trend.length > 0 && <TrendFigure trend={trend} days={days} onChoose={selectDays} />}
            <FilterBar
              filters={[
                dayFilter(),
                () => isNarrowed && <Button onClick={() => selectDays({})}>All days</Button>,
                () => <DismissedButton narrowing={{ ...days, ...others }} onChange={narrow} />,
                () => <NarrowedTo narrowing={others} onClear={() => narrow(days)} />,
              ]}
              state={{ values: days, set: (change) => selectDays({ ...days, ...change }) }}
            />
            {isBackwards ? (
              <Text role="alert">The last day is before the first.</Text>
            ) : (
              <Mentions trackerId={tracker.id} narrowing={{ ...days, ...others }} />
            )}
          </>
        )
      }
    </Loaded>
  )
}

function NoMentions({ tracker: { backfill }, action }: { tracker: Tracker; action: ReactNode }) {
  return (
    <EmptyState
      title={backfill ? 'No mentions so far' : 'No mentions'}
      text={
        backfill
          ? 'Existing sources are still being searched.'
          : 'No source contains this. New sources are searched as they arrive. Other forms of the words may find more.'
      }
      action={action}
    />
  )
}

function DismissedButton(props: { narrowing: Narrowing; onChange: (narrowing: Narrowing) => void }) {
  const { dismissed, ...others } = props.narrowing
  return (
    <Button
      variant={dismissed ? 'outline' : 'default'}
      aria-pressed={dismissed === 'true'}
      onClick={() => props.onChange(dismissed ? others : { ...others, dismissed: 'true' })}
    >
      Dismissed
    </Button>
  )
}

function Mentions({ trackerId, narrowing }: { trackerId: string; narrowing: Narrowing }) {
  const mayEdit = useMayEdit()
  const list = useMentions(trackerId, narrowing)
  const counts = list.first?.counts
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
        {headingOf(narrowing, counts, mentions.length, list.hasMore)}
      </Text>
      <MentionList
        mentions={mentions}
        label="Mentions"
        {...(mayEdit && { actionFor: (mention: Mention) => <JudgeButton mention={mention} /> })}
      />
      {list.error ? (
        <Failure what="More could not be loaded" error={list.error} onRetry={list.retry} />
      ) : (
        <ShowMore list={list} shown={mentions.length} />
      )}
    </section>
  )
}

/** Describes the list. The counts are those of the days, whatever else it is narrowed to. */
function headingOf(narrowing: Narrowing, counts: Tracker['counts'], shown: number, hasMore: boolean): string {
  const isPart = narrowing.dismissed || narrowing.without || narrowingKeys.some((key) => narrowing[key])
  const noun = narrowing.dismissed ? 'dismissed mention' : 'mention'
  if (isPart)
    return hasMore ? `The newest ${plural(shown, noun)}` : shown > 0 ? plural(shown, noun) : `No ${noun}s`
  if (counts.mentions === 0) return 'No mentions on these days'
  return `${plural(counts.mentions, 'mention')} in ${plural(counts.sources, 'source')}`
}

/** Returns the mentions of a tracker, newest first, with counts that come with each page. */
function useMentions(trackerId: string, { without, ...narrowing }: Narrowing) {
  const queries = useQueryClient()
  const input = {
    trackerId,
    order: 'newest',
    ...(narrowing as object),
    ...(without && { [without]: '' }),
  } as const
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
  return useLoadedPages(query)
}

const also = [getProject, listProjects]

/** Dismisses a false mention, which can be undone, or restores a dismissed one. */
function JudgeButton({ mention }: { mention: Mention }) {
  const dismissing = useAction(dismissMention, { also })
  const restoring = useAction(restoreMention, { also })
  const input = { trackerId: mention.trackerId, mentionId: mention.id }
  const restore = () =>
    restoring.mutateAsync(input).catch((error) => notifyFailed('The mention could not be restored', error))
  const dismiss = () =>
    dismissing.mutateAsync(input).then(
      () => notifyDone('Mention dismissed', restore),
      (error) => notifyFailed('The mention could not be dismissed', error),
    )
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      aria-label={`${mention.dismissed ? 'Restore' : 'Dismiss'} “${mention.text}” in ${mention.sourceTitle}`}
      loading={dismissing.isPending || restoring.isPending}
      onClick={mention.dismissed ? restore : dismiss}
    >
      {mention.dismissed ? 'Restore' : 'Dismiss'}
    </Button>
  )
}

/** What a comparison has narrowed the mentions to, and a button that shows all. */
function NarrowedTo({ narrowing, onClear }: { narrowing: Narrowing; onClear: () => void }) {
  const texts = narrowingKeys.flatMap((key) => {
    if (narrowing.without === key) return [`Without ${key}`]
    return narrowing[key] ? [`${names[key]}: ${narrowing[key]}`] : []
  })
  return texts.map((text) => (
    <Button key={text} variant="outline" rightSection={<IconX size={14} aria-hidden />} onClick={onClear}>
      <bdi>{text}</bdi>
    </Button>
  ))
}

const names = { speaker: 'Speaker', tag: 'Tag', author: 'Author', kind: 'Kind', sentiment: 'Sentiment' }
