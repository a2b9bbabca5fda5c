import { listItems } from '#contract'
import { afterCursor, implement, toPage } from '#platform'
import { items, matches, toItem } from './rows.ts'

export const list = implement(listItems, async ({ tx, query: { limit, cursor, q } }) => {
  const after = afterCursor(cursor)
  let query = items(tx)
    .orderBy('sku')
    .limit(limit + 1)
  if (after)
    query = query.where('sku', '>', (last) => last.selectFrom('items').select('sku').where('id', '=', after))
  if (q) query = query.where(matches(q))
  return toPage((await query.execute()).map(toItem), limit)
})
