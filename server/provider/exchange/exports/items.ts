import { importFields } from '#contract'
import { items, toExactItem } from '../../inventory/items/rows.ts'
import { externalId } from './external-id.ts'
import { ofRecords } from './kind.ts'

export const exportedItems = ofRecords(
  importFields.items,
  1000,
  (tx, limit, after) =>
    items(tx)
      .select(externalId('items', 'items.id'))
      .$if(after !== undefined, (query) => query.where('id', '>', after!))
      .orderBy('id')
      .limit(limit)
      .execute(),
  ({ externalId, ...row }) => {
    const { reorderLevel, ...item } = toExactItem(row)
    return { ...item, externalId, reorderLevel: reorderLevel?.normalized() ?? null }
  },
)
