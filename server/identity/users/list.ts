import { listUsers } from '#contract'
import { afterCursor, implement, toPage } from '#platform'
import { users } from '../user-rows.ts'

export const list = implement(listUsers, async ({ tx, query: { limit, cursor } }) => {
  const after = afterCursor(cursor)
  let query = users(tx)
    .orderBy('id')
    .limit(limit + 1)
  if (after) query = query.where('id', '>', after)
  return toPage(await query.execute(), limit)
})
