import Big from 'big.js'
import { sql } from 'kysely'
import { newId, type Transaction } from '#platform'

export interface Lot {
  id: string
  name: string
  expiresOn: string | null
  /** What the database has of it; what differs is written with the movements. */
  stored: { expiresOn: string | null } | null
}

/** Where stock lies: of an item, in a lot or none, at a location. */
export interface Slot {
  itemId: string
  lot: Lot | null
  locationId: string
  /** Null where nothing has ever lain. */
  balanceId: string | null
  onHand: Big
}

export interface SlotName {
  itemId: string
  lot: string | null
  locationId: string
}

interface SlotRow {
  itemId: string
  lot: string | null
  lotId: string | null
  expiresOn: string | null
  locationId: string
  balanceId: string | null
  onHand: string | null
}

/**
 * The slots of locked items as they are now. One slot, and one lot, is one object however often it is asked for, so that
 * what several lines do to it adds up.
 */
export function createSlots(tx: Transaction) {
  const slots = new Map<string, Slot>()
  const lots = new Map<string, Lot>()

  return {
    /** The slot of each name, in order. A lot that is not there has nothing stored. */
    async named(names: SlotName[]): Promise<Slot[]> {
      const { rows } = await sql<SlotRow>`
        select named.item_id, named.lot, lots.id as lot_id, lots.expires_on, named.location_id,
               balances.id as balance_id, balances.on_hand
        from unnest(
          ${names.map(({ itemId }) => itemId)}::uuid[],
          ${names.map(({ lot }) => lot)}::text[],
          ${names.map(({ locationId }) => locationId)}::uuid[]
        ) with ordinality as named (item_id, lot, location_id, position)
        left join lots on lots.item_id = named.item_id and lots.name = named.lot
        left join stock_balances as balances
          on balances.item_id = named.item_id and balances.location_id = named.location_id
          and (balances.lot_id = lots.id or (named.lot is null and balances.lot_id is null))
        order by named.position`.execute(tx)
      return rows.map(toSlot)
    },

    /** All that is on hand of items at locations, first expired first, and of one expiry the first received first. */
    async stocked(lines: { item: { id: string }; location: { id: string } }[]): Promise<Slot[]> {
      const { rows } = await sql<SlotRow>`
        select balances.item_id, lots.name as lot, lots.id as lot_id, lots.expires_on, balances.location_id,
               balances.id as balance_id, balances.on_hand
        from (
          select distinct item_id, location_id from unnest(
            ${lines.map(({ item }) => item.id)}::uuid[],
            ${lines.map(({ location }) => location.id)}::uuid[]
          ) as named (item_id, location_id)
        ) as named
        join stock_balances as balances using (item_id, location_id)
        left join lots on lots.id = balances.lot_id
        where balances.on_hand > 0
        order by lots.expires_on nulls last, lots.created_at, lots.name`.execute(tx)
      return rows.map(toSlot)
    },
  }

  function toSlot(row: SlotRow): Slot {
    const { itemId, locationId, balanceId } = row
    const key = JSON.stringify([itemId, row.lot, locationId])
    const known = slots.get(key)
    if (known) return known
    const slot = { itemId, lot: toLot(row), locationId, balanceId, onHand: new Big(row.onHand ?? 0) }
    slots.set(key, slot)
    return slot
  }

  function toLot({ itemId, lot: name, lotId, expiresOn }: SlotRow): Lot | null {
    if (name === null) return null
    const key = JSON.stringify([itemId, name])
    const lot = lots.get(key) ?? {
      id: lotId ?? newId(),
      name,
      expiresOn,
      stored: lotId === null ? null : { expiresOn },
    }
    lots.set(key, lot)
    return lot
  }
}
