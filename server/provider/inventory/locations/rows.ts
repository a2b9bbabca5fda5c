import type { Location } from '#contract'
import type { Reader } from '#platform'

/** Locations as they are answered, for the caller to narrow down. */
export const locations = (tx: Reader) =>
  tx.selectFrom('locations').select(['id', 'name', 'kind', 'isDefault', 'createdAt']).$castTo<Location>()
