import type Big from 'big.js'
import type { Item, Level } from '#contract'
import { plain } from '../items/rows.ts'
import type { Place } from './places.ts'
import type { Lot } from './slots.ts'

/** What is on hand in a slot. */
export const toLevel = (
  { lot, onHand }: { lot: Pick<Lot, 'name' | 'expiresOn'> | null; onHand: Big },
  item: Omit<Item, 'version' | 'gtin' | 'lotTracking' | 'expiryTracking' | 'createdAt' | 'updatedAt'>,
  place: Pick<Place, 'id' | 'name'>,
): Level => ({
  itemId: item.id,
  sku: item.sku,
  name: item.name,
  unit: item.unit,
  lot: lot?.name ?? null,
  expiresOn: lot?.expiresOn ?? null,
  locationId: place.id,
  locationName: place.name,
  onHand: plain(onHand),
  itemOnHand: plain(item.onHand),
  reorderLevel: item.reorderLevel && plain(item.reorderLevel),
  averageCost: item.averageCost && plain(item.averageCost),
})

/** By SKU, lot and location. */
export const inOrder = (levels: Level[]): Level[] =>
  levels.toSorted(
    (a, b) =>
      compare(a.sku, b.sku) || compare(a.lot ?? '', b.lot ?? '') || compare(a.locationName, b.locationName),
  )

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
