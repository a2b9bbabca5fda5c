import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ApiError } from '#client'
import { getSource, type Source } from '#contract'
import { callOptions } from '../../api.ts'
import { uploads } from './uploads.ts'

const againMs = 1_000

/** Learns how far a source has got that was uploaded here, while `watched`. */
export function useWatchedSource({ id, status }: Source, watched: boolean): void {
  const { data, error } = useQuery({
    ...callOptions(getSource, { sourceId: id }),
    enabled: watched,
    refetchInterval: againMs,
  })
  useEffect(() => {
    if (watched && data && data.status !== status) uploads.learn(data)
  }, [watched, data, status])
  useEffect(() => {
    if (error instanceof ApiError && error.status === 404) uploads.forget(id)
  }, [error, id])
}
