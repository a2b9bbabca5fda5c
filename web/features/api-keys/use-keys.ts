import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listApiKeys } from '#contract'
import { callOptions } from '../../api.ts'
import { useFilters, useList } from '../../list.ts'
import { isWatched } from './rotation.ts'

const readAnewMs = 4_000

/** One's keys, read anew every few seconds while the use of one is waited for. */
export function useKeys() {
  const filters = useFilters(listApiKeys)
  const list = useList(listApiKeys, filters.values)
  // Newest first, so a list in full has every successor before what it replaces. A filter may hide it.
  const active = useQuery({
    ...callOptions(listApiKeys, { status: 'active', limit: 200 }),
    enabled: filters.active,
  })
  const shown = list.rows ?? []
  const peers = filters.active ? [...shown, ...(active.data?.data ?? [])] : shown

  const queries = useQueryClient()
  const watching = !list.error && shown.some((key) => isWatched(key, peers, Date.now()))
  useEffect(() => {
    if (!watching) return
    const timer = setInterval(() => {
      if (!document.hidden) void queries.invalidateQueries({ queryKey: ['apiKeys'] })
    }, readAnewMs)
    return () => clearInterval(timer)
  }, [watching, queries])

  return { filters, list, peers }
}
