import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Item, listItems } from '#contract'
import { callOptions } from '../../api.ts'
import { itemNamed } from './item-match.ts'

const restMs = 200
const most = 20

/** What was found for a text: the one item that it names, or those that it may mean. */
export interface Found {
  item: Item | undefined
  candidates: Item[]
}

/** Looks items up by part of the SKU or the name, or by the GTIN: while one types, and at once. */
export function useItemSearch(text: string, active: boolean) {
  const queries = useQueryClient()
  const typed = text.trim().slice(0, 200)
  const [rested] = useDebouncedValue(typed, restMs)
  const [asked, setAsked] = useState<string>()
  const wanted = asked === typed ? typed : rested
  const options = (q: string) => callOptions(listItems, { ...(q && { q }), limit: most })
  const query = useQuery({ ...options(wanted), enabled: active, placeholderData: keepPreviousData })

  return {
    candidates: query.data?.data ?? [],
    error: query.error,
    /** Whether the candidates are those of the text as it is. */
    isCurrent: wanted === typed && !query.isPlaceholderData && query.data !== undefined,
    /** Asks without waiting for the typing to rest, as after a scan. */
    find: async (code: string): Promise<Found> => {
      const q = code.trim().slice(0, 200)
      setAsked(q)
      const { data } = await queries.fetchQuery({ ...options(q), retry: false })
      return { item: itemNamed(q, data), candidates: data }
    },
  }
}
