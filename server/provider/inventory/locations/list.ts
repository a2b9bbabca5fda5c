import { listLocations } from '#contract'
import { afterCursor, implement, toPage } from '#platform'
import { locations } from './rows.ts'

export const list = implement(listLocations, async ({ tx, query: { limit, cursor, kind } }) => {
  const after = afterCursor(cursor)
  let query = locations(tx)
    .orderBy('id')
    .limit(limit + 1)
  if (after) query = query.where('id', '>', after)
  if (kind) query = query.where('kind', '=', kind)
  return toPage(await query.execute(), limit)
})
