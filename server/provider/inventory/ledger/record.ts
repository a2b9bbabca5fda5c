import Big from 'big.js'
import { sql } from 'kysely'
import type { Actor, Item, Level, Movement } from '#contract'
import { invalidField, newId, type Transaction } from '#platform'
import { plain } from '../items/rows.ts'
import { inOrder, toLevel } from './levels.ts'
import type { Setting } from './places.ts'
import type { Slot } from './slots.ts'

/** What a document does to one slot. */
export interface Move {
  slot: Slot
  /** More than zero where it comes into the slot, less where it leaves. */
  change: Big
  /** The side of the books where it comes from or goes to. */
  side: string
  unitCost?: string | null
  /** The movement that this one takes back. */
  reverses?: string
  /** The invoice line that takes it or puts it back. */
  sourceLine?: string
}

export interface Entry {
  documentId: string
  reason: string
  occurredAt: string
  actor: Actor
  /** Locked. Their totals and average costs are written as they are here. */
  items: Item[]
  setting: Setting
}

const most = new Big('999999999999.999999')

/**
 * Writes movements to the ledger, with the lots, balances and totals that follow from them, in one statement.
 * The items' locks are held; that no slot falls below zero was checked, and the database checks it again.
 * Gives the movements in the order of `moves`, and what is then on hand in their slots and the `others`.
 * @throws Refusal `validation_failed` where there would be more of an item than can be counted
 */
export async function record(
  tx: Transaction,
  { documentId, reason, occurredAt, actor, items, setting }: Entry,
  moves: Move[],
  others: Slot[] = [],
): Promise<{ movements: Movement[]; levels: Level[] }> {
  const byId = new Map(items.map((item) => [item.id, item]))
  // Made together, ids may come in any order; movements are listed by theirs.
  const ids = moves.map(newId).sort()
  const rows = moves.map((move, index) => ({ ...move, id: ids[index] ?? '', item: itemOf(move.slot) }))
  const changes = Map.groupBy(rows, ({ slot }) => slot)
  for (const [slot, own] of changes)
    slot.onHand = own.reduce((sum, { change }) => sum.plus(change), slot.onHand)
  for (const { item, change } of rows) item.onHand = new Big(item.onHand).plus(change).toFixed()
  for (const { item } of rows)
    if (most.lt(item.onHand)) throw invalidField('lines', `That is more of ${item.sku} than can be counted`)

  if (rows.length > 0) await write()
  const touched = [...new Set([...changes.keys(), ...others])]
  return {
    movements: rows.map(({ id, item, slot, change, side, unitCost, reverses }) => ({
      id,
      documentId,
      itemId: item.id,
      sku: item.sku,
      lot: slot.lot?.name ?? null,
      quantity: plain(change.abs()),
      from: placeOf(change.gt(0) ? side : slot.locationId),
      to: placeOf(change.gt(0) ? slot.locationId : side),
      reason,
      unitCost: unitCost ? plain(unitCost) : null,
      occurredAt,
      recordedBy: { id: actor.userId, name: actor.name },
      reverses: reverses ?? null,
    })),
    levels: inOrder(touched.map((slot) => toLevel(slot, itemOf(slot), placeOf(slot.locationId)))),
  }

  async function write(): Promise<void> {
    const slots = [...changes.keys()]
    const lots = [...new Set(slots.flatMap(({ lot }) => lot ?? []))]
    const itemOfLot = new Map(slots.map(({ lot, itemId }) => [lot, itemId]))
    const newLots = lots.filter(({ stored }) => !stored)
    const dated = lots.filter(({ stored, expiresOn }) => stored && stored.expiresOn !== expiresOn)
    const newSlots = slots.filter(({ balanceId }) => balanceId === null)
    const known = slots.filter(({ balanceId }) => balanceId !== null)
    const moved = [...new Set(rows.map(({ item }) => item))]
    const changeOf = (own: { change: Big }[] = []) =>
      own.reduce((sum, { change }) => sum.plus(change), new Big(0)).toFixed()
    const changeOfItem = Map.groupBy(rows, ({ item }) => item)

    const parts = [
      sql`moved as (
        insert into stock_movements (id, document_id, item_id, lot_id, quantity, from_location, to_location, reason,
          unit_cost, occurred_at, recorded_by, reverses, source_line)
        select id, ${documentId}::uuid, item_id, lot_id, quantity, from_location, to_location, ${reason},
          unit_cost, ${occurredAt}::timestamptz, ${actor.userId}::uuid, reverses, source_line
        from unnest(
          ${ids}::uuid[],
          ${rows.map(({ item }) => item.id)}::uuid[],
          ${rows.map(({ slot }) => slot.lot?.id ?? null)}::uuid[],
          ${rows.map(({ change }) => change.abs().toFixed())}::numeric[],
          ${rows.map(({ change, side, slot }) => (change.gt(0) ? side : slot.locationId))}::uuid[],
          ${rows.map(({ change, side, slot }) => (change.gt(0) ? slot.locationId : side))}::uuid[],
          ${rows.map(({ unitCost }) => unitCost ?? null)}::numeric[],
          ${rows.map(({ reverses }) => reverses ?? null)}::uuid[],
          ${rows.map(({ sourceLine }) => sourceLine ?? null)}::uuid[]
        ) as move (id, item_id, lot_id, quantity, from_location, to_location, unit_cost, reverses, source_line))`,
    ]
    if (newLots.length > 0)
      parts.push(sql`new_lots as (
        insert into lots (id, item_id, name, expires_on)
        select * from unnest(
          ${newLots.map(({ id }) => id)}::uuid[],
          ${newLots.map((lot) => itemOfLot.get(lot))}::uuid[],
          ${newLots.map(({ name }) => name)}::text[],
          ${newLots.map(({ expiresOn }) => expiresOn)}::date[]))`)
    if (dated.length > 0)
      parts.push(sql`dated as (
        update lots set expires_on = said.expires_on
        from unnest(${dated.map(({ id }) => id)}::uuid[], ${dated.map(({ expiresOn }) => expiresOn)}::date[])
          as said (id, expires_on)
        where lots.id = said.id)`)
    if (newSlots.length > 0)
      parts.push(sql`new_balances as (
        insert into stock_balances (id, item_id, lot_id, location_id, on_hand)
        select * from unnest(
          ${newSlots.map(newId)}::uuid[],
          ${newSlots.map(({ itemId }) => itemId)}::uuid[],
          ${newSlots.map(({ lot }) => lot?.id ?? null)}::uuid[],
          ${newSlots.map(({ locationId }) => locationId)}::uuid[],
          ${newSlots.map((slot) => changeOf(changes.get(slot)))}::numeric[]))`)
    if (known.length > 0)
      parts.push(sql`balances as (
        update stock_balances set on_hand = stock_balances.on_hand + said.change
        from unnest(
          ${known.map(({ balanceId }) => balanceId)}::uuid[],
          ${known.map((slot) => changeOf(changes.get(slot)))}::numeric[]
        ) as said (id, change)
        where stock_balances.id = said.id)`)
    await sql`
      with ${sql.join(parts)}
      update items set on_hand = items.on_hand + said.change, average_cost = said.average_cost
      from unnest(
        ${moved.map(({ id }) => id)}::uuid[],
        ${moved.map((item) => changeOf(changeOfItem.get(item)))}::numeric[],
        ${moved.map(({ averageCost }) => averageCost)}::numeric[]
      ) as said (id, change, average_cost)
      where items.id = said.id`.execute(tx)
  }

  function itemOf({ itemId }: Slot): Item {
    const item = byId.get(itemId)
    if (!item) throw new Error(`Item ${itemId} is not locked`)
    return item
  }

  function placeOf(id: string) {
    const place = setting.places.get(id)
    if (!place) throw new Error(`Location ${id} was not read`)
    return place
  }
}
