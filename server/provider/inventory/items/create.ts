import { createItem } from '#contract'
import { implement, newId } from '#platform'
import { items, toItem, toItemRefusal } from './rows.ts'
import { tracking } from './tracking.ts'

export const create = implement(createItem, async ({ tx, body }) => {
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
  return toItem(await items(tx).where('id', '=', id).executeTakeFirstOrThrow())
})
