import { getItem } from '#contract'
import { implement, Refusal } from '#platform'
import { items, toItem } from './rows.ts'

export const get = implement(getItem, async ({ tx, params }) => {
  const item = await items(tx).where('id', '=', params.itemId).executeTakeFirst()
  if (!item) throw new Refusal('item_not_found')
  return toItem(item)
})
