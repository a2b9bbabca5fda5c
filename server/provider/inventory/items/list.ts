import { listItems } from '#contract'
import { implement } from '#platform'
import { afterSku, toPageBySku } from './cursor.ts'
import { items, matches, toItem } from './rows.ts'

export const list = implement(listItems, async ({ tx, query: { limit, cursor, q } }) => {
  const after = afterSku(cursor)
  let query = items(tx)
    .orderBy('sku')
    .limit(limit + 1)
  if (after) query = query.where('sku', '>', after.sku)
  if (q) query = query.where(matches(q))
  return toPageBySku((await query.execute()).map(toItem), limit)
})
