import { type RawBuilder, sql } from 'kysely'
import { Decimal, dateAt, listLevels } from '#contract'
import { implementOnSnapshot, invalidField } from '#platform'
import { stockAt, totalAt } from './as-of.ts'
import { afterSku, toPageBySku } from './items/cursor.ts'
import { type ItemRow, matches, toExactItem } from './items/item-rows.ts'
import { readToday } from './items/today.ts'
import { usableStock } from './items/usable.ts'
import { type Level, toLevel } from './ledger/movements.ts'

interface Row extends ItemRow {
  /** The id of the balance, or of an item without one, after which the next page begins. */
  rowId: string
  usable: string
  slotOnHand: string
  lotId: string | null
  lot: string | null
  expiresOn: string | null
  quarantineReason: string | null
  locationId: string
  locationName: string
}

/** Where levels come from: the stock of each row of `items`, and what it adds up to. */
interface Source {
  /** Joins `balances` with the id of a balance, its lot, location and quantity, if that is more than zero. */
  joins: RawBuilder<unknown>
  onHand: RawBuilder<unknown>
  usable: RawBuilder<unknown>
  averageCost: RawBuilder<unknown>
  /** Whether an item out of stock has a row. */
  isListed: RawBuilder<unknown>
}

const current = (today: string): Source => ({
  joins: sql`left join stock_balances as balances on balances.item_id = items.id and balances.on_hand > 0`,
  onHand: sql`items.on_hand`,
  usable: usableStock(today),
  averageCost: sql`items.average_cost`,
  isListed: sql`items.on_hand = 0`,
})

const past = (at: string, day: string): Source => ({
  joins: sql`left join lateral (${stockAt(at, day)}) as balances on true left join lateral (${totalAt(at)}) as total on true`,
  onHand: sql`total.on_hand`,
  usable: sql`coalesce(balances.usable, 0)`,
  averageCost: sql`total.average_cost`,
  isListed: sql`total.on_hand = 0 and items.created_at <= ${at}::timestamptz`,
})

/**
 * Lists stock with one row for each lot and location. An item out of stock has one row at the default location, so that it
 * is found among those to reorder.
 */
export const levels = implementOnSnapshot(listLevels, async ({ tx, query }) => {
  const { limit, cursor, q, itemId, locationId, below, expiringBefore, asOf } = query
  if (asOf && below) throw invalidField('below', 'Reorder levels are those of today: leave out asOf')
  const after = afterSku(cursor)
  const { today, timeZone, currency } = await readToday(tx)
  const source = asOf ? past(asOf, dateAt(new Date(asOf), timeZone)) : current(today)
  const conditions = [sql`(balances.id is not null or (${source.isListed}))`]
  if (q) conditions.push(sql`${matches(q)}`)
  if (itemId) conditions.push(sql`items.id = ${itemId}`)
  if (locationId) conditions.push(sql`places.id = ${locationId}`)
  if (below) conditions.push(sql`${source.usable} < items.reorder_level`)
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
           ${source.onHand} as on_hand, ${source.usable} as usable, ${source.averageCost} as average_cost,
           coalesce(balances.on_hand, 0) as slot_on_hand, lots.id as lot_id, lots.name as lot, lots.expires_on,
           lots.quarantine_reason, places.id as location_id, places.name as location_name
    from items
    ${source.joins}
    left join lots on lots.id = balances.lot_id
    join locations as places on places.id = balances.location_id or (balances.id is null and places.is_default)
    where ${sql.join(conditions, sql` and `)}
    order by items.sku, coalesce(lots.name, ''), places.name
    limit ${limit + 1}`.execute(tx)

  const page = toPageBySku(
    rows.map((row) => ({ id: row.rowId, sku: row.sku, level: toLevelOf(row, currency) })),
    limit,
  )
  return { data: page.data.map(({ level }) => level), nextCursor: page.nextCursor }
})

function toLevelOf(
  { usable, slotOnHand, lotId, lot, expiresOn, quarantineReason, ...row }: Row,
  currency: string,
): Level {
  const { locationId, locationName, ...item } = row
  return toLevel(
    {
      lot: lotId === null || lot === null ? null : { id: lotId, name: lot, expiresOn, quarantineReason },
      onHand: Decimal.of(slotOnHand),
    },
    { ...toExactItem(item), usable: Decimal.of(usable) },
    { id: locationId, name: locationName },
    currency,
  )
}
