import { useMemo, useState } from 'react'
import { listSourceMentions, listTrackers, type Source } from '#contract'
import { useWholeList } from './use-whole-list.ts'

/** A tracker that has mentions in the source. */
export interface Found {
  id: string
  name: string
  /** One of eight, always the same for the same tracker as long as none older is deleted. */
  colour: number
  count: number
  shown: boolean
}

const mostMentions = 10_000
const mostTrackers = 2_000
const colours = 8

/** The mentions in a source by tracker, and which trackers are shown. */
export function useMentions({ id: sourceId, projectId }: Source) {
  const mentions = useWholeList(listSourceMentions, { sourceId }, mostMentions)
  const trackers = useWholeList(listTrackers, { projectId }, mostTrackers)
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())

  const found = useMemo(() => {
    const counts = new Map<string, number>()
    for (const { trackerId } of mentions.rows) counts.set(trackerId, (counts.get(trackerId) ?? 0) + 1)
    return trackers.rows.toReversed().flatMap(({ id, name }, place): Found[] => {
      const count = counts.get(id)
      return count ? [{ id, name, count, colour: place % colours, shown: !hidden.has(id) }] : []
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
    /** Whether there are more than are loaded here. */
    hasMore: mentions.hasMore && mentions.rows.length >= mostMentions,
    toggle: (id: string) => setHidden((before) => new Set([id]).symmetricDifference(before)),
  }
}
export type Mentions = ReturnType<typeof useMentions>
