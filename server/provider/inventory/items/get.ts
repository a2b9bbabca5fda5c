import { getItem } from '#contract'
import { implement, Refusal } from '#platform'
import { itemsWithUsable, toItem } from './item-rows.ts'
import { readToday } from './today.ts'

export const get = implement(getItem, async ({ tx, params }) => {
  const { today } = await readToday(tx)
  const item = await itemsWithUsable(tx, today).where('id', '=', params.itemId).executeTakeFirst()
  if (!item) throw new Refusal('item_not_found')
  return toItem(item)
})
