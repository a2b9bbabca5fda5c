import type { UseQueryResult } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { Input, Operation } from '#contract'
import { type Again, type RowOf, useInfiniteList } from './api.ts'

/** The filters of a list: its query without paging. */
export type FiltersOf<O extends Operation> = Partial<Omit<Input<O>, 'limit' | 'cursor'>>

/** The parts of a list's address that are not filters. */
export interface Place {
  /** The number of pages shown. */
  pages?: string
  /** The open dialog. */
  dialog?: string
}

/** Reads the address of a list, leaving out what the contract would refuse. */
export function searchOf<O extends Operation>(operation: O) {
  return (search: Record<string, unknown>): FiltersOf<O> & Place => ({
    ...placeOf(search),
    ...filtersIn(search, operation),
  })
}

function filtersIn<O extends Operation>(search: Record<string, unknown>, operation: O): FiltersOf<O> {
  const { limit: _limit, cursor: _cursor, ...filters } = operation.query.shape
  const known = Object.entries(filters).flatMap(([name, schema]) => {
    const given = search[name]
    return given !== undefined && schema.safeParse(given).success ? [[name, given]] : []
  })
  return Object.fromEntries(known)
}

/** Reads the open dialog and the number of pages from the address. */
export function placeOf({ pages, dialog }: Record<string, unknown>): Place {
  return {
    ...(/^[1-9]\d{0,2}$/.test(String(pages)) && { pages: String(pages) }),
    ...(typeof dialog === 'string' && { dialog }),
  }
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
