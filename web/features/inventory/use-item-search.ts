import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Item, listItems } from '#contract'
import { callOptions } from '../../api.ts'
import { readGs1, type Scan } from './gs1.ts'
import { itemNamed } from './item-match.ts'

const restMs = 200
const most = 20

/** What was found for a text: the one item that it names, or those that it may mean. */
export interface Found {
  item: Item | undefined
  candidates: Item[]
  /** What the code said, where the text was that of a whole GS1 symbol. */
  scan: Scan | null
}

const optionsFor = (text: string) => {
  const q = asQuery(text)
  return callOptions(listItems, { ...(q && { q }), limit: most })
}
const asQuery = (text: string) => (readGs1(text)?.gtin ?? text.trim()).slice(0, 200)

/** Asks at once what a text names, as after a scan. */
export function useFindItem(): (text: string) => Promise<Found> {
  const queries = useQueryClient()
  return async (text) => {
    const { data } = await queries.fetchQuery({ ...optionsFor(text), retry: false })
    return { item: itemNamed(asQuery(text), data), candidates: data, scan: readGs1(text) }
  }
}

/** Looks items up by part of the SKU or the name, or by the GTIN: while one types, and at once. */
export function useItemSearch(text: string, active: boolean) {
  const findItem = useFindItem()
  const typed = asQuery(text)
  const [rested] = useDebouncedValue(typed, restMs)
  const [asked, setAsked] = useState<string>()
  const wanted = asked === typed ? typed : rested
  const query = useQuery({ ...optionsFor(wanted), enabled: active, placeholderData: keepPreviousData })

  return {
    candidates: query.data?.data ?? [],
    error: query.error,
    /** Whether the candidates are those of the text as it is. */
    isCurrent: wanted === typed && !query.isPlaceholderData && query.data !== undefined,
    /** Asks without waiting for the typing to rest. */
    find: (code: string): Promise<Found> => {
      setAsked(asQuery(code))
      return findItem(code)
    },
  }
}
