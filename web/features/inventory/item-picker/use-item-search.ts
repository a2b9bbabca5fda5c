import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Item, listItems } from '#contract'
import { callOptions } from '../../../api.ts'
import { useMay } from '../../../session.ts'
import { readGs1, type Scan } from './gs1.ts'
import { itemNamed, itemWithCode } from './item-match.ts'

const pauseMs = 200
const most = 20

/** The result of a search: the one item that the text names, or the candidates. */
export interface Found {
  item: Item | undefined
  /** Whether the text is the item's SKU or GTIN. */
  isExact: boolean
  candidates: Item[]
  /** The content of the code, if the text is a GS1 symbol. */
  scan: Scan | null
}

const optionsFor = (text: string) => {
  const q = asQuery(text)
  return callOptions(listItems, { ...(q && { q }), limit: most })
}
const asQuery = (text: string) => (readGs1(text)?.gtin ?? text.trim()).slice(0, 200)

/** Returns a function that looks up an item immediately, such as after a scan. */
export function useFindItem(): (text: string) => Promise<Found> {
  const queries = useQueryClient()
  return async (text) => {
    const { data } = await queries.fetchQuery({ ...optionsFor(text), retry: false })
    const code = asQuery(text)
    return {
      item: itemNamed(code, data),
      isExact: itemWithCode(code, data) !== undefined,
      candidates: data,
      scan: readGs1(text),
    }
  }
}

/** Searches items by part of their SKU or name, or by GTIN, while the user types and on demand. */
export function useItemSearch(text: string, active: boolean) {
  // An invoice can be written without access to inventory: then nothing is suggested.
  const mayList = useMay()(listItems)
  const findItem = useFindItem()
  const typed = asQuery(text)
  const [settled] = useDebouncedValue(typed, pauseMs)
  const [demanded, setDemanded] = useState<string>()
  const wanted = demanded === typed ? typed : settled
  const query = useQuery({
    ...optionsFor(wanted),
    enabled: active && mayList,
    placeholderData: keepPreviousData,
  })

  return {
    candidates: query.data?.data ?? [],
    error: query.error,
    /** Whether the candidates match the current text. */
    isCurrent: wanted === typed && !query.isPlaceholderData && query.data !== undefined,
    /** Searches without waiting for a pause in typing. */
    find: (code: string): Promise<Found> => {
      setDemanded(asQuery(code))
      return findItem(code)
    },
  }
}
