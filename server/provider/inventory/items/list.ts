import { listItems } from '#contract'
import { implement } from '#platform'
import { afterSku, toPageBySku } from './cursor.ts'
import { itemsWithUsable, matches, toItem } from './item-rows.ts'
import { readToday } from './today.ts'

export const list = implement(listItems, async ({ tx, query: { limit, cursor, q } }) => {
  const after = afterSku(cursor)
  const { today } = await readToday(tx)
  let query = itemsWithUsable(tx, today)
    .orderBy('sku')
    .limit(limit + 1)
  if (after) query = query.where('sku', '>', after.sku)
  if (q) query = query.where(matches(q))
  return toPageBySku((await query.execute()).map(toItem), limit)
})
