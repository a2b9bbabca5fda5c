import { type Expression, sql } from 'kysely'
import type { z } from 'zod'
import { Decimal, type getItem } from '#contract'
import { type Reader, violatedConstraint } from '#database'
import { hasWords, Refusal } from '#platform'
import { usableStock } from './usable.ts'

export type Item = Omit<z.input<typeof getItem.result>, 'usable'>
export type ItemRow = Awaited<ReturnType<ReturnType<typeof items>['executeTakeFirstOrThrow']>>
type ItemRowWithUsable = Awaited<ReturnType<ReturnType<typeof itemsWithUsable>['executeTakeFirstOrThrow']>>

/** Selects items, for the caller to filter. */
export function items(tx: Reader) {
  return tx
    .selectFrom('items')
    .select(['id', 'version', 'sku', 'name', 'unit', 'gtin', 'lotTracking', 'expiryTracking'])
    .select(['reorderLevel', 'onHand', 'averageCost', 'createdAt', 'updatedAt'])
}

/** Selects items for responses, for the caller to filter. */
export const itemsWithUsable = (tx: Reader, today: string) =>
  items(tx).select(usableStock(today).as('usable'))

/** Returns an item with all the decimals of its average cost, for computing with it. */
export const toExactItem = (row: ItemRow): Item => ({
  ...row,
  reorderLevel: row.reorderLevel === null ? null : Decimal.of(row.reorderLevel),
  onHand: Decimal.of(row.onHand),
  averageCost: row.averageCost === null ? null : Decimal.of(row.averageCost),
})

/** Returns an item for a response. */
export function toItem({ usable, ...row }: ItemRowWithUsable): z.input<typeof getItem.result> {
  const item = toExactItem(row)
  const { reorderLevel, onHand, averageCost } = item
  return {
    ...item,
    reorderLevel: plainOrNull(reorderLevel),
    onHand: plain(onHand),
    usable: plain(Decimal.of(usable)),
    averageCost: plainOrNull(averageCost),
  }
}

/** Returns a quantity or unit price for a response: at most six decimals, no zeros at the end. */
export const plain = (value: Decimal): Decimal => value.round(6).normalized()
export const plainOrNull = (value: Decimal | null): Decimal | null => value && plain(value)

/** Returns a GTIN for comparison: one of 8, 12 or 13 digits equals itself with leading zeros. */
export const sameGtin = (gtin: string): string => gtin.padStart(14, '0')

/** Searches by words of the SKU and name, or by the whole GTIN. */
export const matches = (q: string): Expression<boolean> => sql<boolean>`
  (${hasWords([sql`items.sku`, sql`items.name`], q)} or ${isGtin(q)})`

/** Returns whether this is the item's whole GTIN. */
export const isGtin = (q: string): Expression<boolean> =>
  sql`lpad(items.gtin, 14, '0') = ${/^\d{8,14}$/.test(q) ? sameGtin(q) : null}`

/** Returns the refusal for a violated constraint of items; other errors unchanged. */
export function toItemRefusal(error: unknown): unknown {
  const constraint = violatedConstraint(error)
  const path = constraint === 'items_sku_key' ? 'sku' : constraint === 'items_gtin' ? 'gtin' : null
  if (path === null) return error
  const message = `Another item has this ${path.toUpperCase()}`
  return new Refusal(`${path}_taken`, `${message}.`, { fields: [{ path, message }] })
}
