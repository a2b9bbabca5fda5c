// Separate because few pages search while someone types, and every page has api.ts.
import type { ComboboxItem } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Input, Operation, Output } from '#contract'
import { callOptions } from './api.ts'

type Row<O extends Operation> = Output<O> extends { data: (infer Row)[] } ? Row : never

/**
 * Searches a list while someone types, and keeps what was found before until there is an answer.
 * @param what the records in a message, such as `source`
 * @param query null asks for nothing
 * @returns what was found, and the properties of the field in which they type
 */
export function useSearched<O extends Operation>(
  what: string,
  operation: O,
  query: Partial<Input<O>> | null,
) {
  const [typed, setTyped] = useState('')
  const [asked] = useDebouncedValue(typed.trim(), 200)
  const input: Record<string, unknown> = { ...query, limit: 20, ...(asked && { q: asked }) }
  const { data, isError, isPlaceholderData } = useQuery({
    ...callOptions<Operation>(operation, input),
    placeholderData: keepPreviousData,
    enabled: query !== null,
  })
  const isCurrent = data !== undefined && !isPlaceholderData && asked === typed.trim()
  const nothing = isError
    ? `The ${what}s could not be searched`
    : isCurrent
      ? `No ${what} found`
      : 'Searching…'
  return {
    rows: (data as { data: Row<O>[] } | undefined)?.data ?? [],
    field: {
      searchable: true,
      searchValue: typed,
      onSearchChange: setTyped,
      // The server has chosen them.
      filter: ({ options }: { options: unknown[] }) => options as ComboboxItem[],
      nothingFoundMessage: nothing,
      openOnFocus: false,
    },
  }
}
