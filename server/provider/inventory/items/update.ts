import { sql } from 'kysely'
import { record } from '#audit'
import { updateItem } from '#contract'
import { implement, Refusal } from '#platform'
import { changed, refuseRedefinition } from './changes.ts'
import { items, itemsWithUsable, toExactItem, toItem, toItemRefusal } from './item-rows.ts'
import { readToday } from './today.ts'

export const update = implement(
  updateItem,
  async ({ tx, actor, params: { itemId }, body: { version, ...body } }) => {
    // Every change of the item's stock needs this lock, too: it comes before this change or follows it.
    const locked = await tx
      .selectFrom('items')
      .select('id')
      .where('id', '=', itemId)
      .forUpdate()
      .executeTakeFirst()
    if (!locked) throw new Refusal('item_not_found')
    const before = toExactItem(await items(tx).where('id', '=', itemId).executeTakeFirstOrThrow())
    if (version !== undefined && version !== before.version) throw new Refusal('stale_version')
    const { after, fields } = changed(before, body)
    if (fields.length === 0) return read()

    refuseRedefinition(before, fields, await hasBalance())
    try {
      await tx
        .updateTable('items')
        .set({
          ...after,
          reorderLevel: after.reorderLevel && String(after.reorderLevel),
          version: before.version + 1,
          updatedAt: sql<string>`now()`,
        })
        .where('id', '=', itemId)
        .execute()
    } catch (error) {
      throw toItemRefusal(error)
    }
    const target = { type: 'item', id: itemId, label: after.sku } as const
    await record(tx, actor, 'item.update', target, { fields: fields.join(', ') })
    return read()

    async function read() {
      const { today } = await readToday(tx)
      return toItem(await itemsWithUsable(tx, today).where('id', '=', itemId).executeTakeFirstOrThrow())
    }

    // Every movement creates a balance, which stays when no stock is left.
    async function hasBalance(): Promise<boolean> {
      const balance = tx.selectFrom('stockBalances').select('id').where('itemId', '=', itemId).limit(1)
      return (await balance.executeTakeFirst()) !== undefined
    }
  },
)
