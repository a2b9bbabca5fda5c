import { useQuery } from '@tanstack/react-query'
import { type Level, listLevels } from '#contract'
import { callOptions } from '../../api.ts'

/** What is on hand of an item, by lot and location; undefined until that is known. */
export function useLevelsOf(itemId: string | undefined): Level[] | undefined {
  const { data } = useQuery({
    ...callOptions(listLevels, { itemId: itemId ?? '', limit: 200 }),
    enabled: itemId !== undefined,
  })
  return data?.data
}
