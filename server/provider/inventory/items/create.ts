import { record } from '#audit'
import { createItem } from '#contract'
import { implement, newId } from '#platform'
import { itemsWithUsable, toItem, toItemRefusal } from './item-rows.ts'
import { readToday } from './today.ts'
import { tracking } from './tracking.ts'

export const create = implement(createItem, async ({ tx, actor, body }) => {
  const { sku, name, unit, gtin = null, reorderLevel = null } = body
  const id = newId()
  const tracked = tracking({ lotTracking: false, expiryTracking: false }, body)
  try {
    await tx
      .insertInto('items')
      .values({ id, sku, name, unit, gtin, reorderLevel: reorderLevel && String(reorderLevel), ...tracked })
      .execute()
  } catch (error) {
    throw toItemRefusal(error)
  }
  await record(tx, actor, 'item.create', { type: 'item', id, label: sku })
  const { today } = await readToday(tx)
  return toItem(await itemsWithUsable(tx, today).where('id', '=', id).executeTakeFirstOrThrow())
})
