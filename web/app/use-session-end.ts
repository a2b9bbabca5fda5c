import {
  type MutationCacheNotifyEvent,
  type QueryCacheNotifyEvent,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError } from '#client'
import { meOptions } from '../session.ts'

/** Whose session any call has found to be over, and a way to say that there is one again. */
export function useSessionEnd(): [ended: { userId: string | undefined } | undefined, startAgain: () => void] {
  const queries = useQueryClient()
  const [ended, setEnded] = useState<{ userId: string | undefined }>()

  useEffect(() => {
    const watch = (event: QueryCacheNotifyEvent | MutationCacheNotifyEvent) => {
      if (event.type !== 'updated' || event.action.type !== 'error') return
      const error: unknown = event.action.error
      if (!(error instanceof ApiError) || error.code !== 'unauthenticated') return
      const userId = queries.getQueryData(meOptions.queryKey)?.user.id
      setEnded((ended) => ended ?? { userId })
    }
    const stops = [queries.getQueryCache().subscribe(watch), queries.getMutationCache().subscribe(watch)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [queries])

  return [ended, () => setEnded(undefined)]
}
