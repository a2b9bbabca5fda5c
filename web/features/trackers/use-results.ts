import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { getTrackerResults } from '#contract'
import { callOptions } from '../../api.ts'

/** The days that are looked at, UTC; all of them where there is none. */
export interface Days {
  from?: string
  to?: string
}

/** Reads the days of an address; what is none is left out. */
export function daysIn({ from, to }: Record<string, unknown>): Days {
  const { shape } = getTrackerResults.query
  return {
    ...(typeof from === 'string' && shape.from.safeParse(from).success && { from }),
    ...(typeof to === 'string' && shape.to.safeParse(to).success && { to }),
  }
}

/** Mentions of a tracker, what was found last first, page by page; counts and trend come with each. */
export function useResults(trackerId: string, days: Days) {
  const queries = useQueryClient()
  const input = { trackerId, order: 'newest', ...days } as const
  return useInfiniteQuery({
    queryKey: [...callOptions(getTrackerResults, input).queryKey, 'pages'],
    queryFn: ({ pageParam }) =>
      queries.fetchQuery(
        callOptions(getTrackerResults, { ...input, ...(pageParam && { after: pageParam }) }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ cursor }) => cursor,
    placeholderData: keepPreviousData,
  })
}
