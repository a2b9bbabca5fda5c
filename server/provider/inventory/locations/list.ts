import { type Location, listLocations } from '#contract'
import { afterCursor, implement, type Reader, toPage } from '#platform'

/** Selects locations, for the caller to filter. */
export const locations = (tx: Reader) =>
  tx.selectFrom('locations').select(['id', 'name', 'kind', 'isDefault', 'createdAt']).$castTo<Location>()

export const list = implement(listLocations, async ({ tx, query: { limit, cursor, kind } }) => {
  const after = afterCursor(cursor)
  let query = locations(tx)
    .orderBy('id')
    .limit(limit + 1)
  if (after) query = query.where('id', '>', after)
  if (kind) query = query.where('kind', '=', kind)
  return toPage(await query.execute(), limit)
})
