import { type Location, listLocations } from '#contract'
import { useCall } from '../../api.ts'

/** The places where stock is kept. */
export function useStockLocations(): Location[] {
  return useCall(listLocations, { kind: 'stock', limit: 200 }).data?.data ?? []
}
