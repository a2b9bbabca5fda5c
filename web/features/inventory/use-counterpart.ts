import { useEffect } from 'react'
import { listMovements, type Movement } from '#contract'
import { useInfiniteList } from '../../api.ts'

/**
 * What has taken a movement back, or what it takes back; null where there is nothing, and undefined until that is known.
 * It is looked for from the newest movement of the same stock downwards: a reversal stands above what it takes back.
 */
export function useCounterpart({ id, itemId, lot, reverses }: Movement): Movement | null | undefined {
  const of = { itemId, ...(lot !== null && { lot }), limit: 200 }
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = useInfiniteList(listMovements, of)
  const movements = (data?.pages.flatMap((page) => page.data) ?? []) as Movement[]
  const counterpart = movements.find((other) => other.reverses === id || other.id === reverses)
  const isOver =
    data !== undefined && (!hasNextPage || (!reverses && movements.some((other) => other.id === id)))

  const goesOn = !counterpart && !isOver && !isFetching && !isError
  useEffect(() => {
    if (goesOn) void fetchNextPage()
  }, [goesOn, fetchNextPage])

  return counterpart ?? (isOver ? null : undefined)
}
