import { useQuery } from '@tanstack/react-query'
import { type Level, listLevels } from '#contract'
import { callOptions } from '../../../api.ts'

/** Returns the levels of an item by lot and location; undefined until they are loaded. */
export function useLevelsOf(itemId: string | undefined): Level[] | undefined {
  const { data } = useQuery({
    ...callOptions(listLevels, { itemId: itemId ?? '', limit: 200 }),
    enabled: itemId !== undefined,
  })
  return data?.data
}
