import { type Location, listLocations } from '#contract'
import type { Reader } from '#database'
import { implement, readPage } from '#platform'

/** Selects locations, for the caller to filter. */
export const locations = (tx: Reader) =>
  tx.selectFrom('locations').select(['id', 'name', 'kind', 'isDefault', 'createdAt']).$castTo<Location>()

export const list = implement(listLocations, async ({ tx, query: { limit, cursor, kind } }) => {
  let query = locations(tx)
  if (kind) query = query.where('kind', '=', kind)
  return readPage(query, 'locations.id', { limit, cursor }, 'oldest first')
})
