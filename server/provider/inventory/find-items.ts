import { sql } from 'kysely'
import type { Item } from '#contract'
import type { Reader } from '#platform'
import { items, toItem } from './items/rows.ts'

/** Those of the items that there are, without a lock. */
export async function findItems(tx: Reader, ids: string[]): Promise<Item[]> {
  const found = await items(tx).where('id', '=', sql<string>`any(${ids}::uuid[])`).execute()
  return found.map(toItem)
}
