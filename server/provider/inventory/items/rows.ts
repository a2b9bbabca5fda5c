import Big from 'big.js'
import { type Expression, sql } from 'kysely'
import type { Item } from '#contract'
import { containing, type Reader, Refusal, violatedConstraint } from '#platform'

/** Items as they are answered, for the caller to narrow down. */
export function items(tx: Reader) {
  return tx
    .selectFrom('items')
    .select(['id', 'version', 'sku', 'name', 'unit', 'gtin', 'lotTracking', 'expiryTracking'])
    .select(['reorderLevel', 'onHand', 'averageCost', 'createdAt', 'updatedAt'])
}

/** Without the zeros that the column's scale adds; an average is computed further than costs are said. */
export function toItem(row: Item): Item {
  return {
    ...row,
    reorderLevel: row.reorderLevel && plain(row.reorderLevel),
    onHand: plain(row.onHand),
    averageCost: row.averageCost && plain(row.averageCost),
  }
}

/** A quantity or unit price as it is answered: at most six decimals, no zeros at the end. */
export const plain = (value: string | Big): string => new Big(value).round(6, Big.roundHalfUp).toFixed()

/** A GTIN as it is compared: 8, 12 and 13 digits are the same with zeros before them. */
export const sameGtin = (gtin: string): string => gtin.padStart(14, '0')

/** The condition of a search: part of the SKU or the name, or the whole GTIN. */
export const matches = (q: string): Expression<boolean> => sql<boolean>`
  (items.sku ilike ${containing(q)} or items.name ilike ${containing(q)}
   or lpad(items.gtin, 14, '0') = ${/^\d{8,14}$/.test(q) ? sameGtin(q) : null})`

/** What a violated constraint says about the fields of an item. */
export function toItemRefusal(error: unknown): unknown {
  const constraint = violatedConstraint(error)
  if (constraint === 'items_sku_key')
    return new Refusal('sku_taken', 'Another item has this SKU.', {
      fields: [{ path: 'sku', message: 'Another item has this SKU' }],
    })
  if (constraint === 'items_gtin')
    return new Refusal('gtin_taken', 'Another item has this GTIN.', {
      fields: [{ path: 'gtin', message: 'Another item has this GTIN' }],
    })
  return error
}
