import {
  type MutationCacheNotifyEvent,
  type QueryCacheNotifyEvent,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError } from '#client'

/** Whether any call has found that the session is over, and a way to say that there is one again. */
export function useSessionEnd(): [ended: boolean, startAgain: () => void] {
  const queries = useQueryClient()
  const [ended, setEnded] = useState(false)

  useEffect(() => {
    const watch = (event: QueryCacheNotifyEvent | MutationCacheNotifyEvent) => {
      if (event.type !== 'updated' || event.action.type !== 'error') return
      const error: unknown = event.action.error
      if (error instanceof ApiError && error.code === 'unauthenticated') setEnded(true)
    }
    const stops = [queries.getQueryCache().subscribe(watch), queries.getMutationCache().subscribe(watch)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [queries])

  return [ended, () => setEnded(false)]
}
