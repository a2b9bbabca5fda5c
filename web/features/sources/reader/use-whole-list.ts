import { useEffect, useMemo } from 'react'
import type { Operation } from '#contract'
import { type RowOf, useInfiniteList } from '../../../api.ts'

/** All rows of a list, page after page, up to so many. */
export function useWholeList<O extends Operation>(operation: O, input: object, atMost: number) {
  const { data, error, hasNextPage, isFetching, isError, fetchNextPage, refetch } = useInfiniteList(
    operation,
    {
      ...input,
      limit: 200,
    },
  )
  const rows = useMemo(() => (data?.pages ?? []).flatMap((page) => page.data as RowOf<O>[]), [data])
  const goesOn = hasNextPage && !isFetching && !isError && rows.length < atMost
  useEffect(() => {
    if (goesOn) void fetchNextPage()
  }, [goesOn, fetchNextPage])
  return { rows, error, hasMore: hasNextPage, retry: () => void refetch() }
}
