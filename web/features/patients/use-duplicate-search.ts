import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { type DuplicateSearch, listDuplicates } from '#contract'
import { callOptions } from '../../api.ts'

const askEveryMs = 1_500

const isUnderWay = (search: DuplicateSearch | null | undefined) =>
  search?.status === 'queued' || search?.status === 'running'

/** The last search among all patients, asked for again while it runs. When it ends, the list is read anew. */
export function useDuplicateSearch() {
  const queries = useQueryClient()
  const { data } = useQuery({
    ...callOptions(listDuplicates, { limit: 1 }),
    refetchInterval: ({ state }) => isUnderWay(state.data?.search) && askEveryMs,
  })
  const search = data?.search ?? undefined
  const underWay = isUnderWay(search)

  const was = useRef(underWay)
  useEffect(() => {
    if (was.current && !underWay) void queries.invalidateQueries({ queryKey: listDuplicates.id.split('.') })
    was.current = underWay
  }, [queries, underWay])

  return { search, underWay }
}
