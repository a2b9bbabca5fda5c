import { sql } from 'kysely'
import { Decimal, listLevels } from '#contract'
import { implement } from '#platform'
import { afterSku, toPageBySku } from './items/cursor.ts'
import { type ItemRow, matches, toExactItem } from './items/rows.ts'
import { readToday } from './items/today.ts'
import { usableStock } from './items/usable.ts'
import { type Level, toLevel } from './ledger/movements.ts'

interface Row extends ItemRow {
  usable: string
  /** The id of the balance, or of an item without one, after which the next page begins. */
  rowId: string
  slotOnHand: string
  lotId: string | null
  lot: string | null
  expiresOn: string | null
  quarantineReason: string | null
  locationId: string
  locationName: string
}

/**
 * Lists stock with one row for each lot and location. An item out of stock has one row at the default location, so that it
 * is found among those to reorder.
 */
export const levels = implement(listLevels, async ({ tx, query }) => {
  const { limit, cursor, q, itemId, locationId, below, expiringBefore } = query
  const after = afterSku(cursor)
  const usable = usableStock((await readToday(tx)).today)
  const conditions = [sql`(balances.id is not null or items.on_hand = 0)`]
  if (q) conditions.push(sql`${matches(q)}`)
  if (itemId) conditions.push(sql`items.id = ${itemId}`)
  if (locationId) conditions.push(sql`places.id = ${locationId}`)
  if (below) conditions.push(sql`${usable} < items.reorder_level`)
  if (expiringBefore) conditions.push(sql`lots.expires_on < ${expiringBefore}::date`)
  if (after)
    // The second condition implies the first, which lets PostgreSQL use the index on the SKU.
    conditions.push(
      sql`items.sku >= ${after.sku} and (items.sku, coalesce(lots.name, ''), places.name) >
          (${after.sku}, (select lot from after), (select place from after))`,
    )
  const { rows } = await sql<Row>`
    with after as (
      select coalesce(lots.name, '') as lot, places.name as place
      from locations as places
      left join stock_balances as balances on balances.id = ${after?.id ?? null}::uuid
      left join lots on lots.id = balances.lot_id
      where places.id = balances.location_id or (balances.id is null and places.is_default)
    )
    select coalesce(balances.id, items.id) as row_id, items.id, items.sku, items.name, items.unit, items.reorder_level,
           items.on_hand, ${usable} as usable, items.average_cost, coalesce(balances.on_hand, 0) as slot_on_hand, lots.id as lot_id,
           lots.name as lot, lots.expires_on, lots.quarantine_reason, places.id as location_id, places.name as location_name
    from items
    left join stock_balances as balances on balances.item_id = items.id and balances.on_hand > 0
    left join lots on lots.id = balances.lot_id
    join locations as places on places.id = balances.location_id or (balances.id is null and places.is_default)
    where ${sql.join(conditions, sql` and `)}
    order by items.sku, coalesce(lots.name, ''), places.name
    limit ${limit + 1}`.execute(tx)

  const page = toPageBySku(
    rows.map((row) => ({ id: row.rowId, sku: row.sku, level: toLevelOf(row) })),
    limit,
  )
  return { data: page.data.map(({ level }) => level), nextCursor: page.nextCursor }
})

function toLevelOf({ usable, slotOnHand, lotId, lot, expiresOn, quarantineReason, ...row }: Row): Level {
  const { locationId, locationName, ...item } = row
  return toLevel(
    {
      lot: lotId === null || lot === null ? null : { id: lotId, name: lot, expiresOn, quarantineReason },
      onHand: Decimal.of(slotOnHand),
    },
    { ...toExactItem(item), usable: Decimal.of(usable) },
    { id: locationId, name: locationName },
  )
}
