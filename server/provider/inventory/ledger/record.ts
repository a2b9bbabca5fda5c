import { type RawBuilder, sql } from 'kysely'
import { type Actor, Decimal } from '#contract'
import type { Transaction } from '#database'
import { invalidField, newId } from '#platform'
import { type Item, plain } from '../items/item-rows.ts'
import { inOrder, type Level, type Movement, toLevel, unitCostOf } from './movements.ts'
import { readUsable } from './read.ts'
import { type Context, type Lot, type Move, type Place, type Plan, type Slot, slotKey } from './stock.ts'

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
  entry: Entry,
  plan: Plan,
  others: Iterable<Slot> = [],
): Promise<{ movements: Movement[]; levels: Level[] }> {
  const { moves } = plan
  const { items, context } = entry
  const slotChanges = changesBy(plan, slotKey)
  const itemChanges = changesBy(plan, ({ itemId }) => itemId)
  const itemsAfter = changedItems(items, itemChanges, plan)
  const values = valuesOf(moves, items, itemsAfter)
  const movements = movementsOf(entry, moves, values, itemsAfter)
  const slots = moves.flatMap(({ slot, other }) => (other ? [slot, other] : [slot]))
  const touched = new Map([...slots, ...others].map((slot) => [slotKey(slot), slot]))
  if (moves.length > 0) {
    const lots = new Map<string, Lot & { itemId: string }>()
    for (const { lot, itemId } of touched.values()) if (lot) lots.set(lot.id, { ...lot, itemId })
    const parts = [
      insertMovements(entry, moves, movements, values),
      ...writeLots(plan, lots),
      ...writeBalances(slotChanges, touched),
    ]
    await sql`with ${sql.join(parts)} ${updateItems(itemChanges, itemsAfter)}`.execute(tx)
  }
  const usable = await readUsable(tx, [...itemsAfter.values()], context.today)
  const levels = [...touched].map(([key, slot]) => {
    const onHand = slot.onHand.plus(slotChanges.get(key) ?? Decimal.zero)
    const lot = slot.lot && { ...slot.lot, expiresOn: expiryOf(slot.lot, plan) }
    const item = itemOf(slot, itemsAfter)
    const place = placeOf(slot.locationId, context)
    return toLevel({ lot, onHand }, { ...item, usable: usable.get(item.id)! }, place, context.currency)
  })
  return { movements, levels: inOrder(levels) }
}

/** Returns the items after a plan, by id. */
function changedItems(
  items: readonly Item[],
  changes: Map<string, Decimal>,
  { averageCosts }: Plan,
): Map<string, Item> {
  return new Map(
    items.map((item) => {
      const onHand = item.onHand.plus(changes.get(item.id) ?? Decimal.zero)
      if (mostOnHand.lessThan(onHand))
        throw invalidField('lines', `The stock of ${item.sku} would be too large to store`)
      const average = averageCosts?.get(item.id)
      return [item.id, { ...item, onHand, averageCost: average === undefined ? item.averageCost : average }]
    }),
  )
}

function movementsOf(
  { documentId, reason, occurredAt, actor, context }: Entry,
  moves: Plan['moves'],
  values: (Decimal | null)[],
  items: ReadonlyMap<string, Item>,
): Movement[] {
  // Ids created within a millisecond are not ordered, and movements are listed by theirs.
  const ids = moves.map(newId).sort()
  return moves.map(({ slot, change, side, unitCost = null, reverses = null }, n): Movement => {
    const [from, to] = change.sign > 0 ? [side, slot.locationId] : [slot.locationId, side]
    return {
      id: ids[n]!,
      documentId,
      itemId: slot.itemId,
      sku: itemOf(slot, items).sku,
      lotId: slot.lot?.id ?? null,
      lot: slot.lot?.name ?? null,
      quantity: plain(change.abs()),
      from: placeOf(from, context),
      to: placeOf(to, context),
      reason,
      unitCost: unitCostOf({
        quantity: change.abs(),
        unitCost,
        value: values[n] ?? null,
        leaves: placeOf(from, context).kind === 'stock',
      }),
      occurredAt,
      recordedBy: { id: actor.userId, name: actor.name },
      reverses,
      // The movements of invoices are read anew with their other fields.
      invoiceId: null,
    }
  })
}

function insertMovements(
  { documentId, reason, occurredAt, actor }: Entry,
  moves: Plan['moves'],
  movements: Movement[],
  values: (Decimal | null)[],
): RawBuilder<unknown> {
  return sql`moved as (
    insert into stock_movements (id, document_id, item_id, lot_id, quantity, from_location, to_location, reason,
      unit_cost, value, occurred_at, recorded_by, reverses, source_line)
    select id, ${documentId}::uuid, item_id, lot_id, quantity, from_location, to_location, ${reason},
      unit_cost, value, ${occurredAt}::timestamptz, ${actor.userId}::uuid, reverses, source_line
    from unnest(
      ${movements.map(({ id }) => id)}::uuid[],
      ${moves.map(({ slot }) => slot.itemId)}::uuid[],
      ${moves.map(({ slot }) => slot.lot?.id ?? null)}::uuid[],
      ${moves.map(({ change }) => String(change.abs()))}::numeric[],
      ${movements.map(({ from }) => from.id)}::uuid[],
      ${movements.map(({ to }) => to.id)}::uuid[],
      ${moves.map(({ unitCost }) => unitCost && String(unitCost))}::numeric[],
      ${values.map((value) => value && String(value))}::numeric[],
      ${moves.map(({ reverses }) => reverses)}::uuid[],
      ${moves.map(({ sourceLine }) => sourceLine)}::uuid[]
    ) as move (id, item_id, lot_id, quantity, from_location, to_location, unit_cost, value, reverses, source_line))`
}

/** Inserts the new lots among `lots`, and sets the expiry dates of the others. */
function* writeLots(
  plan: Plan,
  lots: ReadonlyMap<string, Lot & { itemId: string }>,
): Generator<RawBuilder<unknown>> {
  const moved = new Set(plan.moves.map(({ slot }) => slot.lot?.id))
  const added = [...lots.values()].filter(({ id, isNew }) => isNew && moved.has(id))
  if (added.length > 0)
    yield sql`new_lots as (
      insert into lots (id, item_id, name, expires_on)
      select * from unnest(
        ${added.map(({ id }) => id)}::uuid[],
        ${added.map(({ itemId }) => itemId)}::uuid[],
        ${added.map(({ name }) => name)}::text[],
        ${added.map((lot) => expiryOf(lot, plan))}::date[]))`
  const dated = [...(plan.expiries ?? [])].filter(([id]) => !lots.get(id)?.isNew)
  if (dated.length > 0)
    yield sql`dated as (
      update lots set expires_on = new.expires_on
      from unnest(${dated.map(([id]) => id)}::uuid[], ${dated.map(([, date]) => date)}::date[])
        as new (id, expires_on)
      where lots.id = new.id)`
}

function* writeBalances(
  changes: Map<string, Decimal>,
  slots: Map<string, Slot>,
): Generator<RawBuilder<unknown>> {
  const changed = [...changes].map(([key, change]) => ({ ...slots.get(key)!, change: String(change) }))
  const added = changed.filter(({ balanceId }) => balanceId === null)
  if (added.length > 0)
    yield sql`new_balances as (
      insert into stock_balances (id, item_id, lot_id, location_id, on_hand)
      select * from unnest(
        ${added.map(newId)}::uuid[],
        ${added.map(({ itemId }) => itemId)}::uuid[],
        ${added.map(({ lot }) => lot?.id ?? null)}::uuid[],
        ${added.map(({ locationId }) => locationId)}::uuid[],
        ${added.map(({ change }) => change)}::numeric[]))`
  const known = changed.filter(({ balanceId }) => balanceId !== null)
  if (known.length > 0)
    yield sql`balances as (
      update stock_balances set on_hand = stock_balances.on_hand + new.change
      from unnest(${known.map(({ balanceId }) => balanceId)}::uuid[], ${known.map(({ change }) => change)}::numeric[])
        as new (id, change)
      where stock_balances.id = new.id)`
}

function updateItems(changes: Map<string, Decimal>, after: ReadonlyMap<string, Item>): RawBuilder<unknown> {
  const changed = [...changes]
  return sql`
    update items set on_hand = items.on_hand + new.change, average_cost = new.average_cost
    from unnest(
      ${changed.map(([id]) => id)}::uuid[],
      ${changed.map(([, change]) => String(change))}::numeric[],
      ${changed.map(([id]) => after.get(id)?.averageCost?.toString() ?? null)}::numeric[]
    ) as new (id, change, average_cost)
    where items.id = new.id`
}

const expiryOf = ({ id, expiresOn }: Lot, { expiries }: Plan): string | null => expiries?.get(id) ?? expiresOn

function itemOf({ itemId }: Slot, items: ReadonlyMap<string, Item>): Item {
  const item = items.get(itemId)
  if (!item) throw new Error(`Item ${itemId} is not locked`)
  return item
}

function placeOf(id: string, { places }: Context): Place {
  const place = places.get(id)
  if (!place) throw new Error(`Location ${id} was not read`)
  return place
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

/**
 * Returns what each move is worth; null if its item has no cost. What comes with a cost is worth that, everything else the average
 * cost. The first move with a cost includes what that cost changes in stock that was there before, so that stock is always worth
 * its quantity at the average cost.
 * @param after the items as they are after the moves
 */
function valuesOf(
  moves: readonly Move[],
  before: readonly Item[],
  after: ReadonlyMap<string, Item>,
): (Decimal | null)[] {
  const items = new Map(before.map((item) => [item.id, item]))
  const values = moves.map(({ slot, change, unitCost }) => {
    const cost = unitCost ?? after.get(slot.itemId)?.averageCost ?? items.get(slot.itemId)?.averageCost
    return cost ? change.abs().times(cost) : null
  })
  const own = Map.groupBy(moves.keys(), (n) => moves[n]!.slot.itemId)
  for (const [itemId, places] of own) {
    const first = places.find((n) => moves[n]!.unitCost)
    if (first === undefined) continue
    const moved = places.map((n) => signed(moves[n]!, values[n] ?? Decimal.zero))
    const rest = worth(after.get(itemId))
      .minus(worth(items.get(itemId)))
      .minus(Decimal.sum(moved))
    values[first] = values[first]!.plus(signed(moves[first]!, rest))
  }
  return values
}

const worth = (item: Item | undefined): Decimal =>
  item?.averageCost ? item.onHand.times(item.averageCost) : Decimal.zero

const signed = ({ change }: Move, value: Decimal): Decimal => (change.sign < 0 ? value.negated() : value)
