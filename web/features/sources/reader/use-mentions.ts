import { type CSSProperties, useEffect, useMemo, useState } from 'react'
import { listSourceMentions, listTrackers, type Operation, type Source } from '#contract'
import { type RowOf, useInfiniteList } from '../../../list.ts'
import { colors } from './colors.ts'

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
