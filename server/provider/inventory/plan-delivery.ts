import type { z } from 'zod'
import { type Decimal, dateAt, type receiveStock } from '#contract'
import type { Item } from './items/item-rows.ts'
import { createProblems, type PlacedLine, type Problem, placeLines, slotNameOf } from './ledger/lines.ts'
import {
  averageCost,
  type Context,
  hasExpired,
  type Lot,
  type Plan,
  type Slot,
  sides,
  slotKey,
} from './ledger/stock.ts'

export type Delivery = z.output<typeof receiveStock.body>

/** The stock that a delivery meets. */
export interface State {
  readonly context: Context
  readonly items: readonly Item[]
  /** The slots of the delivery's lines. */
  readonly slots: readonly Slot[]
  /** The ids of lots whose every movement was reversed: a delivery can give them another expiry. */
  readonly reversedLots: ReadonlySet<string>
}

type ReceivedLine = PlacedLine<Delivery['lines'][number]> & { slot: Slot }

/**
 * Plans a delivery without changing anything: its moves, the expiry dates of its lots and the new average costs, or
 * everything for which it is refused. A lot has one expiry, an item with expiry tracking has no lot without, and expired
 * stock is refused unless the line accepts it.
 * @param receivedAt decides what has expired; it can be before the delivery is entered
 */
export function planDelivery(
  { context, items, slots, reversedLots }: State,
  delivery: Delivery,
  receivedAt: string,
): Plan & { refusals: Problem[] } {
  const problems = createProblems()
  const slotOf = new Map(slots.map((slot) => [slotKey(slot), slot]))
  const lines = placeLines(delivery, items, context, problems).map((line) => ({
    ...line,
    slot: slotOf.get(slotKey(slotNameOf(line)))!,
  }))
  const expiries = new Map<string, string>()
  for (const line of lines) planExpiry(line)
  for (const line of lines) if (!problems.has(line.index)) checkExpiry(line)
  return {
    moves: lines.map(({ slot, line }) => ({
      slot,
      change: line.quantity,
      side: sides.supplier,
      unitCost: line.unitCost ?? null,
    })),
    expiries,
    averageCosts: averageCostsOf(lines),
    refusals: problems.inOrder(),
  }

  function planExpiry({ index, line: { expiresOn }, item, slot: { lot } }: ReceivedLine): void {
    const { sku } = item
    if (item.lotTracking && !lot)
      problems.add(index, 'lot', 'validation_failed', `Enter the lot: ${sku} is tracked by lots`)
    if (expiresOn === undefined) return
    if (!item.lotTracking)
      problems.add(index, 'expiresOn', 'validation_failed', `${sku} has no lots, so it has no expiry`)
    if (!lot) return
    const known = expiries.get(lot.id) ?? (reversedLots.has(lot.id) ? null : lot.expiresOn)
    if (known === null) expiries.set(lot.id, expiresOn)
    else if (known !== expiresOn)
      problems.add(index, 'expiresOn', 'lot_expiry_differs', `Lot ${lot.name} of ${sku} expires on ${known}`)
  }

  function checkExpiry({ index, line, item: { sku, expiryTracking }, slot: { lot } }: ReceivedLine): void {
    if (!lot) return
    const expiresOn = expiryOf(lot)
    const wrong = (code: 'validation_failed' | 'expired_on_arrival', message: string) =>
      problems.add(index, 'expiresOn', code, message)
    if (expiryTracking && expiresOn === null)
      wrong('validation_failed', `Enter the expiry of lot ${lot.name} of ${sku}`)
    if (hasExpired(expiresOn, dateAt(new Date(receivedAt), context.timeZone)) && !line.acceptExpired)
      wrong('expired_on_arrival', `Lot ${lot.name} of ${sku} expired on ${expiresOn}`)
  }

  function expiryOf({ id, expiresOn }: Lot): string | null {
    return expiries.get(id) ?? expiresOn
  }
}

function averageCostsOf(lines: ReceivedLine[]): Map<string, Decimal | null> {
  return new Map(
    [...Map.groupBy(lines, ({ item }) => item)].map(([item, own]) => {
      const changes = own.map(({ line: { quantity, unitCost = null } }) => ({ change: quantity, unitCost }))
      return [item.id, averageCost(item.averageCost, item.onHand, changes)]
    }),
  )
}
