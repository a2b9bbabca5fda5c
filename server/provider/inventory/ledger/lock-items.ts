import { sql } from 'kysely'
import type { Item } from '#contract'
import type { Transaction } from '#platform'
import { items, sameGtin } from '../items/rows.ts'

/** How a line names its item. */
export interface ItemReference {
  itemId?: string | undefined
  sku?: string | undefined
  gtin?: string | undefined
}

/** Finds items in a list of them by id, SKU or GTIN. */
export function finder(found: Item[]) {
  const byId = new Map(found.map((item) => [item.id, item]))
  const bySku = new Map(found.map((item) => [item.sku, item]))
  const byGtin = new Map(found.flatMap((item) => (item.gtin ? [[sameGtin(item.gtin), item]] : [])))
  return ({ itemId, sku, gtin }: ItemReference): Item | undefined =>
    itemId ? byId.get(itemId) : sku ? bySku.get(sku) : gtin ? byGtin.get(sameGtin(gtin)) : undefined
}

/**
 * Locks the items that are named, in id order. Whoever moves an item holds this lock until the transaction ends, so
 * its lots, balances, total and average cost stay as they are read from here on.
 */
export const lockItems = (tx: Transaction, references: ItemReference[]): Promise<Item[]> =>
  itemsNamed(tx, references).orderBy('id').forNoKeyUpdate().execute()

/** The items that are named, without a lock. */
export function itemsNamed(tx: Transaction, references: ItemReference[]) {
  const named = (field: keyof ItemReference) => [
    ...new Set(references.flatMap((reference) => reference[field] ?? [])),
  ]
  return items(tx).where(
    sql<boolean>`(id = any(${named('itemId')}::uuid[]) or sku = any(${named('sku')}::text[])
      or lpad(gtin, 14, '0') = any(${named('gtin').map(sameGtin)}::text[]))`,
  )
}
