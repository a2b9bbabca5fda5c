import { type RawBuilder, sql } from 'kysely'
import { type Actor, Decimal } from '#contract'
import type { Transaction } from '#database'
import { invalidField, newId } from '#platform'
import { type Item, plain } from '../items/rows.ts'
import { inOrder, type Level, type Movement, toLevel, unitCostOf } from './movements.ts'
import { readUsable } from './read.ts'
import { type Context, type Lot, type Place, type Plan, type Slot, slotKey } from './stock.ts'
import { valuesOf } from './values.ts'

interface Document {
  id: string
  kind: 'receipt' | 'adjustment' | 'reversal' | 'sale' | 'return' | 'transfer'
  supplier?: string
  deliveryNote?: string
  deliveryKey?: Buffer
  reverses?: string
  note?: string | null
  occurredAt: string
}

/** The user who records a document. */
type Recorder = Pick<Actor, 'userId' | 'name'>

/**
 * Inserts the header of a document. If another has its id, delivery note or reversed document, this waits for that one's
 * transaction. Returns false if the other one was committed.
 */
export async function insertDocument(tx: Transaction, actor: Recorder, document: Document): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('stockDocuments')
    .values({ ...document, recordedBy: actor.userId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export interface Entry {
  documentId: string
  reason: string
  occurredAt: string
  actor: Recorder
  /** The locked items. */
  items: readonly Item[]
  context: Context
}

const mostOnHand = Decimal.of('999999999999.999999')

/**
 * Writes a plan to the ledger, with the lots, balances and totals that follow from it, in one statement. The items must be
 * locked. The plan lets no slot fall below zero, and the database checks that again.
 * Returns the movements in the order of the moves, and the levels of their slots and of `others`.
 * @throws Refusal `validation_failed` if there would be more of an item than can be stored
 */
export async function record(
  tx: Transaction,
  { documentId, reason, occurredAt, actor, items, context }: Entry,
  plan: Plan,
  others: Iterable<Slot> = [],
): Promise<{ movements: Movement[]; levels: Level[] }> {
  const {
    moves,
    expiries = new Map<string, string>(),
    averageCosts = new Map<string, Decimal | null>(),
  } = plan
  // Ids created within a millisecond are not ordered, and movements are listed by theirs.
  const ids = moves.map(newId).sort()
  const slotChanges = changesBy(plan, slotKey)
  const itemChanges = changesBy(plan, ({ itemId }) => itemId)
  const itemsAfter = new Map(
    items.map((item) => {
      const onHand = item.onHand.plus(itemChanges.get(item.id) ?? Decimal.zero)
      if (mostOnHand.lessThan(onHand))
        throw invalidField('lines', `The stock of ${item.sku} would be too large to store`)
      const average = averageCosts.get(item.id)
      return [item.id, { ...item, onHand, averageCost: average === undefined ? item.averageCost : average }]
    }),
  )
  const values = valuesOf(moves, items, itemsAfter)
  const movements = moves.map(({ slot, change, side, unitCost = null, reverses = null }, n): Movement => {
    const [from, to] = change.sign > 0 ? [side, slot.locationId] : [slot.locationId, side]
    return {
      id: ids[n]!,
      documentId,
      itemId: slot.itemId,
      sku: itemOf(slot).sku,
      lotId: slot.lot?.id ?? null,
      lot: slot.lot?.name ?? null,
      quantity: plain(change.abs()),
      from: placeOf(from),
      to: placeOf(to),
      reason,
      unitCost: unitCostOf({
        quantity: change.abs(),
        unitCost,
        value: values[n] ?? null,
        leaves: placeOf(from).kind === 'stock',
      }),
      occurredAt,
      recordedBy: { id: actor.userId, name: actor.name },
      reverses,
      // The movements of invoices are read anew with their other fields.
      invoiceId: null,
    }
  })
  const slots = moves.flatMap(({ slot, other }) => (other ? [slot, other] : [slot]))
  const touched = new Map([...slots, ...others].map((slot) => [slotKey(slot), slot]))
  if (moves.length > 0) await write()
  const usable = await readUsable(tx, [...itemsAfter.values()], context.today)
  return { movements, levels: inOrder([...touched].map(([key, slot]) => levelOf(key, slot))) }

  async function write(): Promise<void> {
    const lots = new Map<string, Lot & { itemId: string }>()
    for (const { lot, itemId } of touched.values()) if (lot) lots.set(lot.id, { ...lot, itemId })
    const changed = [...slotChanges].map(([key, change]) => ({
      ...touched.get(key)!,
      change: String(change),
    }))
    const newLots = [...lots.values()].filter(
      ({ id, isNew }) => isNew && moves.some((move) => move.slot.lot?.id === id),
    )
    const dated = [...expiries].filter(([id]) => !lots.get(id)?.isNew)
    const newSlots = changed.filter(({ balanceId }) => balanceId === null)
    const known = changed.filter(({ balanceId }) => balanceId !== null)
    const moved = [...itemChanges]

    const parts: RawBuilder<unknown>[] = [
      sql`moved as (
        insert into stock_movements (id, document_id, item_id, lot_id, quantity, from_location, to_location, reason,
          unit_cost, value, occurred_at, recorded_by, reverses, source_line)
        select id, ${documentId}::uuid, item_id, lot_id, quantity, from_location, to_location, ${reason},
          unit_cost, value, ${occurredAt}::timestamptz, ${actor.userId}::uuid, reverses, source_line
        from unnest(
          ${ids}::uuid[],
          ${moves.map(({ slot }) => slot.itemId)}::uuid[],
          ${moves.map(({ slot }) => slot.lot?.id ?? null)}::uuid[],
          ${moves.map(({ change }) => String(change.abs()))}::numeric[],
          ${movements.map(({ from }) => from.id)}::uuid[],
          ${movements.map(({ to }) => to.id)}::uuid[],
          ${moves.map(({ unitCost }) => unitCost && String(unitCost))}::numeric[],
          ${values.map((value) => value && String(value))}::numeric[],
          ${moves.map(({ reverses }) => reverses)}::uuid[],
          ${moves.map(({ sourceLine }) => sourceLine)}::uuid[]
        ) as move (id, item_id, lot_id, quantity, from_location, to_location, unit_cost, value, reverses, source_line))`,
    ]
    if (newLots.length > 0)
      parts.push(sql`new_lots as (
        insert into lots (id, item_id, name, expires_on)
        select * from unnest(
          ${newLots.map(({ id }) => id)}::uuid[],
          ${newLots.map(({ itemId }) => itemId)}::uuid[],
          ${newLots.map(({ name }) => name)}::text[],
          ${newLots.map((lot) => expiryOf(lot))}::date[]))`)
    if (dated.length > 0)
      parts.push(sql`dated as (
        update lots set expires_on = new.expires_on
        from unnest(${dated.map(([id]) => id)}::uuid[], ${dated.map(([, date]) => date)}::date[])
          as new (id, expires_on)
        where lots.id = new.id)`)
    if (newSlots.length > 0)
      parts.push(sql`new_balances as (
        insert into stock_balances (id, item_id, lot_id, location_id, on_hand)
        select * from unnest(
          ${newSlots.map(newId)}::uuid[],
          ${newSlots.map(({ itemId }) => itemId)}::uuid[],
          ${newSlots.map(({ lot }) => lot?.id ?? null)}::uuid[],
          ${newSlots.map(({ locationId }) => locationId)}::uuid[],
          ${newSlots.map(({ change }) => change)}::numeric[]))`)
    if (known.length > 0)
      parts.push(sql`balances as (
        update stock_balances set on_hand = stock_balances.on_hand + new.change
        from unnest(${known.map(({ balanceId }) => balanceId)}::uuid[], ${known.map(({ change }) => change)}::numeric[])
          as new (id, change)
        where stock_balances.id = new.id)`)
    await sql`
      with ${sql.join(parts)}
      update items set on_hand = items.on_hand + new.change, average_cost = new.average_cost
      from unnest(
        ${moved.map(([id]) => id)}::uuid[],
        ${moved.map(([, change]) => String(change))}::numeric[],
        ${moved.map(([id]) => itemsAfter.get(id)?.averageCost?.toString() ?? null)}::numeric[]
      ) as new (id, change, average_cost)
      where items.id = new.id`.execute(tx)
  }

  function levelOf(key: string, slot: Slot): Level {
    const onHand = slot.onHand.plus(slotChanges.get(key) ?? Decimal.zero)
    const lot = slot.lot && { ...slot.lot, expiresOn: expiryOf(slot.lot) }
    const item = itemOf(slot)
    return toLevel(
      { lot, onHand },
      { ...item, usable: usable.get(item.id)! },
      placeOf(slot.locationId),
      context.currency,
    )
  }

  function expiryOf({ id, expiresOn }: Lot): string | null {
    return expiries.get(id) ?? expiresOn
  }

  function itemOf({ itemId }: Slot): Item {
    const item = itemsAfter.get(itemId)
    if (!item) throw new Error(`Item ${itemId} is not locked`)
    return item
  }

  function placeOf(id: string): Place {
    const place = context.places.get(id)
    if (!place) throw new Error(`Location ${id} was not read`)
    return place
  }
}

/** Sums the changes of a plan by a key of their slots. */
function changesBy({ moves }: Plan, keyOf: (slot: Slot) => string): Map<string, Decimal> {
  const changes = new Map<string, Decimal>()
  const add = (slot: Slot, change: Decimal) =>
    changes.set(keyOf(slot), change.plus(changes.get(keyOf(slot)) ?? Decimal.zero))
  for (const { slot, other, change } of moves) {
    add(slot, change)
    if (other) add(other, change.negated())
  }
  return changes
}
