import {
  type MutationCacheNotifyEvent,
  type QueryCacheNotifyEvent,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { ApiError } from '#client'
import type { ErrorCode } from '#contract'

/** Calls `onRefused` whenever any call fails with an error code. */
export function useRefused(code: ErrorCode, onRefused: () => void): void {
  const queries = useQueryClient()
  // A ref, because the caches also report while something renders, when an effect event may not be called.
  const latest = useRef(onRefused)
  useEffect(() => {
    latest.current = onRefused
  })
  useEffect(() => {
    const watch = (event: QueryCacheNotifyEvent | MutationCacheNotifyEvent) => {
      if (event.type !== 'updated' || event.action.type !== 'error') return
      const error: unknown = event.action.error
      if (error instanceof ApiError && error.code === code) latest.current()
    }
    const stops = [queries.getQueryCache().subscribe(watch), queries.getMutationCache().subscribe(watch)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [queries, code])
}
