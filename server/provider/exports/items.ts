import { items, toExactItem } from '../inventory/items/rows.ts'
import { ofRecords } from './kind.ts'

export const exportedItems = ofRecords(
  ['externalId', 'sku', 'name', 'unit', 'gtin', 'lotTracking', 'expiryTracking', 'reorderLevel'],
  1000,
  (tx, limit, after) =>
    items(tx)
      .$if(after !== undefined, (query) => query.where('id', '>', after!))
      .orderBy('id')
      .limit(limit)
      .execute(),
  (row) => {
    const { reorderLevel, ...item } = toExactItem(row)
    return { ...item, externalId: item.id, reorderLevel: reorderLevel?.normalized() ?? null }
  },
)
