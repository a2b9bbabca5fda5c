import { sql } from 'kysely'
import { updateItem } from '#contract'
import { implement, Refusal } from '#platform'
import { items, toItem, toItemRefusal } from './rows.ts'
import { tracking } from './tracking.ts'

export const update = implement(
  updateItem,
  async ({ tx, params: { itemId }, body: { version, lotTracking, expiryTracking, ...said } }) => {
    // Whoever moves the item holds this lock too, so that it has moved or will obey what is written here.
    const locked = await items(tx).where('id', '=', itemId).forUpdate().executeTakeFirst()
    if (!locked) throw new Refusal('item_not_found')
    if (version !== undefined && version !== locked.version) throw new Refusal('stale_version')
    const before = toItem(locked)
    const changes = {
      ...tracking(before, { lotTracking, expiryTracking }),
      sku: said.sku ?? before.sku,
      name: said.name ?? before.name,
      unit: said.unit ?? before.unit,
      gtin: said.gtin === undefined ? before.gtin : said.gtin,
      reorderLevel: said.reorderLevel === undefined ? before.reorderLevel : said.reorderLevel,
    }
    const changed = (Object.keys(changes) as (keyof typeof changes)[]).filter(
      (field) => changes[field] !== before[field],
    )
    if (changed.length === 0) return before

    const tracked = (['lotTracking', 'expiryTracking'] as const).filter((field) => changed.includes(field))
    if (tracked.length > 0 && (await hasMoved()))
      throw new Refusal('item_has_moved', `How ${before.sku} is tracked is fixed: some of it has moved.`, {
        fields: tracked.map((path) => ({ path, message: 'Fixed once something has moved' })),
      })
    try {
      await tx
        .updateTable('items')
        .set({ ...changes, version: before.version + 1, updatedAt: sql<string>`now()` })
        .where('id', '=', itemId)
        .execute()
    } catch (error) {
      throw toItemRefusal(error)
    }
    return toItem(await items(tx).where('id', '=', itemId).executeTakeFirstOrThrow())

    // Nothing moves without a balance of its own, which stays when nothing is left.
    async function hasMoved(): Promise<boolean> {
      const balance = tx.selectFrom('stockBalances').select('id').where('itemId', '=', itemId).limit(1)
      return (await balance.executeTakeFirst()) !== undefined
    }
  },
)
