import { type CSSProperties, useEffect, useMemo, useState } from 'react'
import { listSourceMentions, listTrackers, type Operation, type Source } from '#contract'
import { type RowOf, useInfiniteList } from '../../../list.ts'

/** Eight hues that are distinguishable in light and dark, also for most users with a color vision deficiency. */
const colors: (CSSProperties & Record<`--${string}`, string>)[] = [
  { '--tint': 'light-dark(#dfe7ff, #24336b)', '--line': 'light-dark(#4a67d6, #8ea2f2)' },
  { '--tint': 'light-dark(#ffe6cf, #593412)', '--line': 'light-dark(#b5600f, #f0a35e)' },
  { '--tint': 'light-dark(#d6f2e2, #154632)', '--line': 'light-dark(#1c7f52, #6fd2a0)' },
  { '--tint': 'light-dark(#fbdcec, #5c2143)', '--line': 'light-dark(#b4317d, #f090c4)' },
  { '--tint': 'light-dark(#e9defc, #43296e)', '--line': 'light-dark(#7745c7, #bd9bf5)' },
  { '--tint': 'light-dark(#d3f0f5, #114650)', '--line': 'light-dark(#12788a, #66c8d9)' },
  { '--tint': 'light-dark(#eeeec0, #47460e)', '--line': 'light-dark(#78760c, #cfcc55)' },
  { '--tint': 'light-dark(#fbdcd6, #5e261b)', '--line': 'light-dark(#b33d22, #f29a85)' },
]

/** A tracker that has mentions in the source. */
export interface MentionedTracker {
  id: string
  name: string
  /** One of eight. A tracker keeps its color until an older one is deleted. */
  color: CSSProperties
  count: number
  shown: boolean
}

const mostMentions = 10_000
const mostTrackers = 2_000

/** Returns a source's mentions by tracker, and which trackers are shown. */
export function useMentions({ id: sourceId, projectId }: Source) {
  const mentions = useWholeList(listSourceMentions, { sourceId }, mostMentions)
  const trackers = useWholeList(listTrackers, { projectId }, mostTrackers)
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())

  const found = useMemo(() => {
    const counts = new Map<string, number>()
    for (const { trackerId } of mentions.rows) counts.set(trackerId, (counts.get(trackerId) ?? 0) + 1)
    return trackers.rows.toReversed().flatMap(({ id, name }, place): MentionedTracker[] => {
      const count = counts.get(id)
      return count ? [{ id, name, count, color: colors[place % colors.length]!, shown: !hidden.has(id) }] : []
    })
  }, [mentions.rows, trackers.rows, hidden])
  const shown = useMemo(
    () => mentions.rows.filter(({ trackerId }) => !hidden.has(trackerId)),
    [mentions.rows, hidden],
  )

  return {
    trackers: found,
    shown,
    error: mentions.error ?? trackers.error,
    retry: () => {
      mentions.retry()
      trackers.retry()
    },
    /** Whether there are more mentions than are loaded. */
    hasMore: mentions.hasMore && mentions.rows.length >= mostMentions,
    toggle: (id: string) => setHidden((before) => new Set([id]).symmetricDifference(before)),
  }
}
export type Mentions = ReturnType<typeof useMentions>

/** Loads all rows of a list page by page, up to `atMost`. */
function useWholeList<O extends Operation>(operation: O, input: object, atMost: number) {
  const { data, error, hasNextPage, isFetching, isError, fetchNextPage, refetch } = useInfiniteList(
    operation,
    {
      ...input,
      limit: 200,
    },
  )
  const rows = useMemo(() => (data?.pages ?? []).flatMap((page) => page.data as RowOf<O>[]), [data])
  const loadsMore = hasNextPage && !isFetching && !isError && rows.length < atMost
  useEffect(() => {
    if (loadsMore) void fetchNextPage()
  }, [loadsMore, fetchNextPage])
  return { rows, error, hasMore: hasNextPage, retry: () => void refetch() }
}
