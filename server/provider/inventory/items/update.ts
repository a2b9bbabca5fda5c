import { sql } from 'kysely'
import { updateItem } from '#contract'
import { implement, Refusal } from '#platform'
import { itemsWithUsable, toItem, toItemRefusal } from './rows.ts'
import { readToday } from './today.ts'
import { tracking } from './tracking.ts'

export const update = implement(
  updateItem,
  async ({ tx, params: { itemId }, body: { version, lotTracking, expiryTracking, ...body } }) => {
    // Every change of the item's stock needs this lock, too: it comes before this change or follows it.
    const locked = await tx
      .selectFrom('items')
      .select('id')
      .where('id', '=', itemId)
      .forUpdate()
      .executeTakeFirst()
    if (!locked) throw new Refusal('item_not_found')
    const { today } = await readToday(tx)
    const read = async () =>
      toItem(await itemsWithUsable(tx, today).where('id', '=', itemId).executeTakeFirstOrThrow())
    const before = await read()
    if (version !== undefined && version !== before.version) throw new Refusal('stale_version')
    const changes = {
      ...tracking(before, { lotTracking, expiryTracking }),
      sku: body.sku ?? before.sku,
      name: body.name ?? before.name,
      unit: body.unit ?? before.unit,
      gtin: body.gtin === undefined ? before.gtin : body.gtin,
      reorderLevel: body.reorderLevel === undefined ? before.reorderLevel : body.reorderLevel,
    }
    const changed = (Object.keys(changes) as (keyof typeof changes)[]).filter(
      (field) => String(changes[field]) !== String(before[field]),
    )
    if (changed.length === 0) return before

    const tracked = (['lotTracking', 'expiryTracking'] as const).filter((field) => changed.includes(field))
    const hasMoved = tracked.length > 0 && (await hasBalance())
    const isInStock = changed.includes('unit') && String(before.onHand) !== '0'
    const fields = [
      ...(hasMoved ? tracked.map((path) => ({ path, message: 'Fixed once stock has moved' })) : []),
      ...(isInStock
        ? [{ path: 'unit', message: `Fixed while ${before.onHand} ${before.unit} are in stock` }]
        : []),
    ]
    if (hasMoved)
      throw new Refusal(
        'item_has_moved',
        `The tracking of ${before.sku} can no longer be changed because its stock has moved.`,
        { fields },
      )
    if (isInStock)
      throw new Refusal(
        'item_in_stock',
        `The unit of ${before.sku} cannot be changed while there is stock of it. Create another item instead.`,
        { fields },
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
    return read()

    // Every movement creates a balance, which stays when no stock is left.
    async function hasBalance(): Promise<boolean> {
      const balance = tx.selectFrom('stockBalances').select('id').where('itemId', '=', itemId).limit(1)
      return (await balance.executeTakeFirst()) !== undefined
    }
  },
)
