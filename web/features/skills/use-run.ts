import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { getRun, type Run, watchRun } from '#contract'
import { callOptions } from '../../api.ts'

const againMs = 2_000

/** A run as it is at this moment: told by the server as it happens, asked for where that cannot be had. */
export function useRun(runId: string) {
  const queries = useQueryClient()
  const [told, setTold] = useState(false)
  const options = callOptions(getRun, { runId })
  const query = useQuery({
    ...options,
    refetchInterval: ({ state }) => (told || !state.data || state.data.finishedAt ? false : againMs),
  })
  const isUnderWay = query.data !== undefined && query.data.finishedAt === null

  useEffect(() => {
    if (!isUnderWay) return
    const events = new EventSource(watchRun.path.replace(':runId', runId))
    events.addEventListener('open', () => setTold(true))
    events.addEventListener('error', () => setTold(false))
    events.addEventListener('run', ({ data }) => {
      const run: Run = JSON.parse(data)
      queries.setQueryData(callOptions(getRun, { runId }).queryKey, run)
    })
    return () => {
      events.close()
      setTold(false)
    }
  }, [isUnderWay, runId, queries])

  return query
}
