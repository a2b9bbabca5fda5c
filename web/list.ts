import { keepPreviousData, type UseQueryResult, useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { Operation, Output } from '#contract'
import { call, keyOf } from './api.ts'
import { type FiltersOf, filtersIn } from './list-address.ts'

/** A page of any list. */
interface Page {
  data: { id: string }[]
  nextCursor: string | null
}
type PageOf<O extends Operation> = Output<O> & Page
export type RowOf<O extends Operation> = PageOf<O>['data'][number]

/** Returns in how many milliseconds a list is loaded again, based on its first page, or false for never. */
export type Again<O extends Operation> = (first: PageOf<O>) => number | false

/** Loads a list page by page. The loaded pages stay visible while another filter loads. */
export function useInfiniteList<O extends Operation>(operation: O, input: object, again?: Again<O>) {
  return useInfiniteQuery({
    // The cached value differs from that of `useCall`.
    queryKey: [...keyOf(operation, input), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call(operation, { ...input, ...(pageParam && { cursor: pageParam }) }, { signal }) as Promise<
        PageOf<O>
      >,
    initialPageParam: '',
    getNextPageParam: (page: Page) => page.nextCursor,
    refetchInterval: ({ state }) => (again && state.data ? again(state.data.pages[0]!) : false),
    placeholderData: keepPreviousData,
  })
}

/** The filters in the address. Setting one starts at the first page again. */
export function useFilters<O extends Operation>(operation: O) {
  // Not the route's own search, which also has the parameters it left out.
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const values = filtersIn(search, operation)
  const put = (search: object) =>
    navigate({ to: '.', search: search as never, replace: true, resetScroll: false })

  return {
    values,
    active: Object.keys(values).length > 0,
    set: (change: { [Name in keyof FiltersOf<O>]?: FiltersOf<O>[Name] | undefined }) =>
      put({ ...search, pages: undefined, ...change }),
    clear: () => put({}),
  }
}
export type Filters = Pick<ReturnType<typeof useFilters>, 'active' | 'clear'>

/**
 * A list as `DataTable` shows it. The number of pages is in the address, so that going back or sharing the address shows
 * the same rows; a second list on a page needs another name in `pagesIn`.
 */
export function useList<O extends Operation>(
  operation: O,
  input: FiltersOf<O> & object,
  pagesIn = 'pages',
  again?: Again<O>,
) {
  const query = useInfiniteList(operation, input, again)
  const navigate = useNavigate()
  const wanted = Number((useSearch({ strict: false }) as Record<string, string>)[pagesIn] ?? 1)
  const shown = query.data?.pages.length ?? 0
  const idle = !query.isFetching && !query.isError && !query.isPlaceholderData

  useEffect(() => {
    if (idle && shown > 0 && shown < wanted && query.hasNextPage) void query.fetchNextPage()
  }, [idle, shown, wanted, query.hasNextPage, query.fetchNextPage])

  return {
    rows: query.data?.pages.flatMap((page) => page.data as RowOf<O>[]),
    first: query.data?.pages[0],
    error: query.error,
    busy: query.isPlaceholderData,
    hasMore: query.hasNextPage,
    loadingMore: query.isFetchingNextPage || (idle && shown < wanted && query.hasNextPage),
    retry: () => void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch()),
    more: () =>
      navigate({
        to: '.',
        search: ((search: object) => ({ ...search, [pagesIn]: String(shown + 1) })) as never,
        replace: true,
        resetScroll: false,
      }),
  }
}

/** A list that comes whole in one answer, as `DataTable` shows it. */
export const wholeList = <Row>({ data, error, refetch }: UseQueryResult<{ data: Row[] }>): List<Row> => ({
  ...staticList(data?.data),
  error,
  retry: () => void refetch(),
})

/** Rows that are already loaded, as `DataTable` shows them. */
export const staticList = <Row>(rows: Row[] | undefined): List<Row> => ({
  rows,
  error: null,
  busy: false,
  hasMore: false,
  loadingMore: false,
  retry: () => {},
  more: () => {},
})

export interface List<Row> {
  rows: Row[] | undefined
  error: Error | null
  busy: boolean
  hasMore: boolean
  loadingMore: boolean
  retry: () => void
  more: () => void
}
