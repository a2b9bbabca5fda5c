import type { z } from 'zod'
import type { Decimal, updateItem } from '#contract'
import { Refusal } from '#platform'
import type { Item } from './item-rows.ts'
import { tracking } from './tracking.ts'

type Fields = Omit<z.output<typeof updateItem.body>, 'version'>

/** The fields of an item that people edit. */
export interface Edited
  extends Pick<Item, 'sku' | 'name' | 'unit' | 'gtin' | 'lotTracking' | 'expiryTracking'> {
  reorderLevel: Decimal | null
}

/** Returns an item's fields after a change, and which of them differ. @throws Refusal if the tracking is contradictory */
export function changed(before: Edited, body: Fields): { after: Edited; fields: (keyof Edited)[] } {
  const after: Edited = {
    ...tracking(before, body),
    sku: body.sku ?? before.sku,
    name: body.name ?? before.name,
    unit: body.unit ?? before.unit,
    gtin: body.gtin === undefined ? before.gtin : body.gtin,
    reorderLevel: body.reorderLevel === undefined ? before.reorderLevel : body.reorderLevel,
  }
  const differs = (field: keyof Edited) => shown(after[field]) !== shown(before[field])
  return { after, fields: (Object.keys(after) as (keyof Edited)[]).filter(differs) }
}

const shown = (value: Edited[keyof Edited]) =>
  typeof value === 'object' ? String(value?.normalized() ?? null) : value

/**
 * Refuses changes that would give recorded quantities another meaning.
 * @param hasMoved whether there was ever stock of the item
 * @throws Refusal `item_has_moved` or `item_in_stock`
 */
export function refuseRedefinition(
  { sku, unit, onHand }: Pick<Item, 'sku' | 'unit' | 'onHand'>,
  fields: readonly (keyof Edited)[],
  hasMoved: boolean,
): void {
  const tracked = hasMoved
    ? fields.filter((field) => field === 'lotTracking' || field === 'expiryTracking')
    : []
  const isInStock = fields.includes('unit') && onHand.sign !== 0
  const wrong = [
    ...tracked.map((path) => ({ path, message: 'Fixed once stock has moved' })),
    ...(isInStock
      ? [{ path: 'unit', message: `Fixed while ${onHand.normalized()} ${unit} are in stock` }]
      : []),
  ]
  if (tracked.length > 0)
    throw new Refusal(
      'item_has_moved',
      `The tracking of ${sku} can no longer be changed because its stock has moved.`,
      { fields: wrong },
    )
  if (isInStock)
    throw new Refusal(
      'item_in_stock',
      `The unit of ${sku} cannot be changed while there is stock of it. Create another item instead.`,
      { fields: wrong },
    )
}
