import { sql } from 'kysely'
import type { Actor } from '#contract'
import type { Transaction } from '#database'
import type { InvoiceLine, WrongField } from '#engines/invoicing'
import { Refusal } from '#platform'
import { findItems, type Movement, movementsOf, returnStock, takeStock } from '../inventory/index.ts'

type Line = Pick<InvoiceLine, 'id' | 'quantity' | 'itemId' | 'lot' | 'acceptExpired' | 'locationId'>

/** Takes the items of the lines from stock. @throws Refusal as `takeStock` does, naming every wrong line */
export async function takeItems(
  tx: Transaction,
  actor: Actor,
  invoiceId: string,
  lines: Line[],
): Promise<Movement[]> {
  const stocked = lines.flatMap(({ id, itemId, lot, acceptExpired, locationId, quantity }, at) =>
    itemId ? [{ path: `lines[${at}]`, itemId, lot, acceptExpired, locationId, quantity, line: id }] : [],
  )
  if (stocked.length === 0) return []
  await takeStock(tx, actor, { id: invoiceId, kind: 'sale' }, stocked)
  return movementsOf(tx, [invoiceId])
}

/** Puts the quantities of the lines back into stock. Returns whether there was anything to put back. */
export async function returnItems(
  tx: Transaction,
  actor: Actor,
  documentId: string,
  lines: Line[],
): Promise<boolean> {
  const stocked = lines.filter(({ itemId }) => itemId)
  if (stocked.length === 0) return false
  await returnStock(
    tx,
    actor,
    { id: documentId, kind: 'return' },
    stocked.map(({ id, quantity }) => ({ line: id, quantity })),
  )
  return true
}

/** @throws Refusal `item_not_found` or `location_not_found`, naming every line with an unknown one */
export async function refuseUnknownItems(tx: Transaction, lines: Line[]): Promise<void> {
  const itemIds = lines.flatMap(({ itemId }) => itemId ?? [])
  if (itemIds.length === 0) return
  const items = new Set(
    (
      await findItems(
        tx,
        itemIds.map((itemId) => ({ itemId })),
      )
    ).map(({ id }) => id),
  )
  const places = await tx
    .selectFrom('locations')
    .select('id')
    .where('kind', '=', 'stock')
    .where('id', '=', sql<string>`any(${lines.flatMap(({ locationId }) => locationId ?? [])}::uuid[])`)
    .execute()
  const locations = new Set(places.map(({ id }) => id))
  const unknownItems = fieldsOf('itemId', items, 'Item not found')
  const unknownLocations = fieldsOf('locationId', locations, 'Location not found')
  const code = unknownItems.length > 0 ? 'item_not_found' : 'location_not_found'
  const fields = [...unknownItems, ...unknownLocations]
  if (fields.length > 0) throw new Refusal(code, `${fields[0]?.message}.`, { fields })

  function fieldsOf(field: 'itemId' | 'locationId', known: Set<string>, message: string): WrongField[] {
    return lines.flatMap((line, at) => {
      const id = line[field]
      return id && !known.has(id) ? [{ path: `lines[${at}].${field}`, message }] : []
    })
  }
}
