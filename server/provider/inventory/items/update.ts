import { sql } from 'kysely'
import { updateItem } from '#contract'
import { implement, Refusal } from '#platform'
import { items, toItem, toItemRefusal } from './rows.ts'
import { tracking } from './tracking.ts'

export const update = implement(
  updateItem,
  async ({ tx, params: { itemId }, body: { version, lotTracking, expiryTracking, ...fields } }) => {
    // Every change of the item's stock needs this lock, too: it comes before this change or follows it.
    const locked = await items(tx).where('id', '=', itemId).forUpdate().executeTakeFirst()
    if (!locked) throw new Refusal('item_not_found')
    if (version !== undefined && version !== locked.version) throw new Refusal('stale_version')
    const before = toItem(locked)
    const changes = {
      ...tracking(before, { lotTracking, expiryTracking }),
      sku: fields.sku ?? before.sku,
      name: fields.name ?? before.name,
      unit: fields.unit ?? before.unit,
      gtin: fields.gtin === undefined ? before.gtin : fields.gtin,
      reorderLevel: fields.reorderLevel === undefined ? before.reorderLevel : fields.reorderLevel,
    }
    const changed = (Object.keys(changes) as (keyof typeof changes)[]).filter(
      (field) => String(changes[field]) !== String(before[field]),
    )
    if (changed.length === 0) return before

    const tracked = (['lotTracking', 'expiryTracking'] as const).filter((field) => changed.includes(field))
    if (tracked.length > 0 && (await hasMoved()))
      throw new Refusal(
        'item_has_moved',
        `The tracking of ${before.sku} can no longer be changed because its stock has moved.`,
        {
          fields: tracked.map((path) => ({ path, message: 'Fixed once stock has moved' })),
        },
      )
    try {
      await tx
        .updateTable('items')
        .set({
          ...changes,
          reorderLevel: changes.reorderLevel && String(changes.reorderLevel),
          version: before.version + 1,
          updatedAt: sql<string>`now()`,
        })
        .where('id', '=', itemId)
        .execute()
    } catch (error) {
      throw toItemRefusal(error)
    }
    return toItem(await items(tx).where('id', '=', itemId).executeTakeFirstOrThrow())

    // Every movement creates a balance, which stays when no stock is left.
    async function hasMoved(): Promise<boolean> {
      const balance = tx.selectFrom('stockBalances').select('id').where('itemId', '=', itemId).limit(1)
      return (await balance.executeTakeFirst()) !== undefined
    }
  },
)
