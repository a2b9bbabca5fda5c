import {
  type InfiniteData,
  keepPreviousData,
  type UseInfiniteQueryResult,
  type UseQueryResult,
  useInfiniteQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import type { Operation, Output } from '#contract'
import { call, keyOf } from './api.ts'
import { type FiltersOf, filtersIn, shownPages } from './list-address.ts'
import { useMay } from './session.ts'

/** A page of any list. */
export interface Page {
  data: object[]
  nextCursor: string | null
}
type PageOf<O extends Operation> = Output<O> & Page
export type RowOf<O extends Operation> = Output<O> extends { data: (infer Row)[] } ? Row : never

/** Returns in how many milliseconds a list is loaded again, based on its first page, or false for never. */
export type Again<O extends Operation> = (first: PageOf<O>) => number | false

/** The number of rows that the API returns by default. */
const pageRows = 50
/** The number of rows that the API returns at most. */
export const mostRows = 200

/** A request for one page: where it begins, and how many rows it has, by default the API's number. */
interface PageRequest {
  cursor?: string
  limit?: number
}

/**
 * Loads a list page by page, each as long as all before it together, up to what the API returns at most. The loaded pages
 * stay visible while another filter loads.
 * @param first the number of rows of the first page, by default the API's
 */
export function useInfiniteList<O extends Operation>(
  operation: O,
  input: object,
  again?: Again<O>,
  first?: number,
) {
  // The cached value differs from that of `useCall`.
  const queryKey = [...keyOf(operation, input), 'pages']
  // Loading the pages again returns as many rows as before.
  const cached = useQueryClient().getQueryData<InfiniteData<Page, PageRequest>>(queryKey)
  return useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      call(operation, { ...pageParam, ...input }, { signal }) as Promise<PageOf<O>>,
    initialPageParam: cached?.pageParams[0] ?? (first ? { limit: first } : {}),
    getNextPageParam: ({ nextCursor }: Page, pages: Page[]): PageRequest | null =>
      nextCursor === null ? null : { cursor: nextCursor, limit: nextRows(rowsOf(pages)) },
    enabled: useMay()(operation),
    refetchInterval: ({ state }) => (again && state.data ? again(state.data.pages[0]!) : false),
    placeholderData: keepPreviousData,
  })
}

const nextRows = (rows: readonly unknown[]) => Math.min(Math.max(rows.length, pageRows), mostRows)

const rowsOf = <Row>(pages: { data: Row[] }[]): Row[] => pages.flatMap(({ data }) => data)

type Given<Values> = { [Name in keyof Values]?: Values[Name] | undefined }

/** The filters of a list in the address. Setting one starts at the first page again. */
export interface Filters<Values> {
  values: Given<Values>
  /** Whether any is set. */
  active: boolean
  set: (change: Given<Values>) => void
  clear: () => void
}

/** The filters in the address. */
export function useFilters<O extends Operation>(
  operation: O,
): Filters<FiltersOf<O>> & { values: FiltersOf<O> } {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const values = filtersIn(search, operation)
  const put = (search: object) =>
    void navigate({ to: '.', search: search as never, replace: true, resetScroll: false })

  return {
    values,
    active: Object.keys(values).some((name) => name !== 'sort'),
    set: (change) => put({ ...search, pages: undefined, ...change }),
    clear: () => put({ sort: search.sort }),
  }
}

interface ListOptions<O extends Operation> {
  /** The name of its length in the address: a second list on a page needs another. */
  pagesIn?: string
  again?: Again<O>
}

/** A list whose filters are in the address. `given` has its parameters, and filters that apply unless the address has others. */
export function useFilteredList<O extends Operation>(
  operation: O,
  given: FiltersOf<O> & object = {},
  options: ListOptions<O> = {},
) {
  const filters = useFilters(operation)
  const values: FiltersOf<O> = { ...given, ...filters.values }
  return { ...useList(operation, values, options), filters: { ...filters, values } }
}

/**
 * A list as `DataTable` shows it. Its length is in the address, in pages of 50 rows, so that going back or sharing the
 * address shows the same rows. The first request asks for as many of them as the API allows, and the table fetches the rest
 * as it is scrolled.
 */
export function useList<O extends Operation>(
  operation: O,
  input: FiltersOf<O> & object,
  { pagesIn = 'pages', again }: ListOptions<O> = {},
) {
  const wanted = pageRows * shownPages(useSearch({ strict: false }), pagesIn)
  const first = wanted > pageRows ? Math.min(wanted, mostRows) : undefined
  const query = useInfiniteList(operation, input, again, first)
  const list = useLoadedPages(query)
  const navigate = useNavigate()
  const { hasNextPage, fetchNextPage } = query
  const shown = list.rows?.length ?? 0
  const idle = !query.isFetching && !query.isError && !query.isPlaceholderData
  const put = (change: object) =>
    void navigate({
      to: '.',
      search: ((search: object) => ({ ...search, ...change })) as never,
      replace: true,
      resetScroll: false,
    })
  const sorting: Sorting = {
    by: (input as { sort?: string }).sort,
    sortBy: (sort) => put({ [pagesIn]: undefined, sort }),
  }
  const isShort = idle && hasNextPage && shown < wanted

  return {
    ...list,
    rows: list.rows as RowOf<O>[] | undefined,
    first: list.first as Output<O> | undefined,
    isAllowed: useMay()(operation),
    fill: useCallback(() => void (isShort && fetchNextPage()), [isShort, fetchNextPage]),
    source: { operation, input },
    sorting: 'sort' in operation.query.shape ? sorting : undefined,
    more: () => {
      list.more()
      put({ [pagesIn]: String(Math.ceil((shown + nextRows(list.rows ?? [])) / pageRows)) })
    },
  }
}

/** Returns the loaded pages of a list as `DataTable` shows them. */
export function useLoadedPages<Loaded extends Pick<Page, 'data'>>(
  query: UseInfiniteQueryResult<InfiniteData<Loaded, unknown>>,
) {
  const { data, fetchNextPage } = query
  return {
    rows: useMemo(() => data && (rowsOf(data.pages) as Loaded['data']), [data]),
    first: data?.pages[0],
    error: query.error,
    busy: query.isPlaceholderData,
    hasMore: query.hasNextPage,
    loadingMore: query.isFetchingNextPage,
    retry: () => void (query.isFetchNextPageError ? fetchNextPage() : query.refetch()),
    more: () => void fetchNextPage(),
  }
}

/** A list that comes whole in one answer, as `DataTable` shows it. */
export const wholeList = <Row>({ data, error, refetch }: UseQueryResult<{ data: Row[] }>): List<Row> => ({
  rows: data?.data,
  error,
  busy: false,
  hasMore: false,
  loadingMore: false,
  retry: () => void refetch(),
  more: () => {},
})

/** A list of the API with its filters. */
export interface Source {
  operation: Operation
  input: object
}

/** The order of a list, as its API names it; undefined is the usual one. */
export interface Sorting {
  by: string | undefined
  sortBy: (by: string | undefined) => void
}

export interface List<Row> {
  rows: readonly Row[] | undefined
  error: Error | null
  busy: boolean
  hasMore: boolean
  loadingMore: boolean
  retry: () => void
  /** Loads more of the rows that the address asks for, if some are missing. */
  fill?: () => void
  more: () => void
  /** The order of its rows, if the API can sort them. */
  sorting?: Sorting | undefined
  /** Where its rows come from, if not all of them are loaded. */
  source?: Source
  /** Distinguishes an empty list from one without matches, and clears the filters. */
  filters?: Pick<Filters<unknown>, 'active' | 'clear'>
  /** Whether the role of the user allows it. If not, it loads nothing. */
  isAllowed?: boolean
}
