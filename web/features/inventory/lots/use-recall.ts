import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type Output, recallLot } from '#contract'
import { type List, useInfiniteList } from '../../../list.ts'
import type { RecipientRow } from './recipient-columns.tsx'

type Recall = Output<typeof recallLot>

/** Loads a recall and its recipients page by page. Printing loads all of them first. */
export function useRecall(lotId: string) {
  const query = useInfiniteList(recallLot, { lotId, limit: 100 })
  const { hasNextPage, isFetching, isError, fetchNextPage } = query
  const [isPrinting, setPrinting] = useState(false)
  const pages = query.data?.pages as Recall[] | undefined

  useEffect(() => {
    if (!isPrinting || isFetching) return
    if (hasNextPage && !isError) return void fetchNextPage()
    setPrinting(false)
    // An incomplete list must not be printed.
    if (!isError) requestAnimationFrame(() => window.print())
  }, [isPrinting, isFetching, isError, hasNextPage, fetchNextPage])

  const list: List<RecipientRow> = {
    rows: pages?.flatMap(({ data }) => data.map((row) => ({ ...row, id: row.patient.id }))),
    error: query.error,
    busy: query.isPlaceholderData,
    hasMore: hasNextPage,
    loadingMore: query.isFetchingNextPage,
    retry: () => void (query.isFetchNextPageError ? fetchNextPage() : query.refetch()),
    more: () => void fetchNextPage(),
  }
  const call = { ...query, data: pages?.[0] } as unknown as UseQueryResult<Recall>
  return { call, list, print: () => setPrinting(true) }
}
