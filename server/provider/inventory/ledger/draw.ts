import { Decimal } from '#contract'
import type { Item } from '../items/item-rows.ts'
import type { Problems } from './lines.ts'
import { type Lot, type Place, type Slot, slotKey } from './stock.ts'

/** The change that a line asks for. */
export interface Wish {
  index: number
  item: Item
  location: Place
  /** Null if the line names no lot of an item with lots: then it only takes, from several slots. */
  slot: Slot | null
  /** Negative if the line takes. */
  change: Decimal
}

export interface Draw {
  index: number
  slot: Slot
  change: Decimal
}

/**
 * Decides by how much lines change which slots. The changes of lines with one slot are added up before they are checked.
 * Lines without a slot come after them, and take from `stocked` in order, but nothing in quarantine. A line that wants more than
 * there is, or something in quarantine, or of an unknown lot, becomes a problem; one that changes nothing draws nothing.
 */
export function draw(wishes: readonly Wish[], stocked: readonly Slot[], problems: Problems): Draw[] {
  const left = new Map<string, Decimal>()
  const draws: Draw[] = []
  for (const own of Map.groupBy(wishes, ({ slot }) => slot && slotKey(slot)).values()) {
    const { slot } = own[0]!
    if (!slot) continue
    const takes = own.filter(({ change }) => change.sign < 0)
    if (takes.length > 0 && (slot.lot?.isNew || slot.lot?.quarantineReason)) {
      refuseLot(takes, slot.lot)
      continue
    }
    const change = sumOf(own)
    const after = slot.onHand.plus(change)
    left.set(slotKey(slot), after)
    if (after.sign < 0) refuse(own, slot.onHand, change)
    draws.push(...own.map((wish) => ({ index: wish.index, slot, change: wish.change })))
  }

  const open = wishes.filter(({ slot }) => !slot)
  for (const own of Map.groupBy(open, ({ item, location }) => `${item.id} ${location.id}`).values()) {
    const { item, location } = own[0]!
    const slots = stocked.filter(
      ({ itemId, locationId, lot }) =>
        itemId === item.id && locationId === location.id && !lot?.quarantineReason,
    )
    const onHand = Decimal.sum(slots.map(leftIn))
    const change = sumOf(own)
    if (onHand.plus(change).sign < 0) refuse(own, onHand, change)
    else for (const wish of own) takeInOrder(wish, slots)
  }
  return draws.filter(({ change }) => change.sign !== 0).sort((a, b) => a.index - b.index)

  function takeInOrder({ index, change }: Wish, slots: Slot[]): void {
    let wanted = change.abs()
    for (const slot of slots) {
      const taken = Decimal.min(leftIn(slot), wanted)
      if (taken.sign <= 0) continue
      left.set(slotKey(slot), leftIn(slot).minus(taken))
      wanted = wanted.minus(taken)
      draws.push({ index, slot, change: taken.negated() })
    }
  }

  function leftIn(slot: Slot): Decimal {
    return Decimal.max(left.get(slotKey(slot)) ?? slot.onHand, Decimal.zero)
  }

  function refuseLot(takes: Wish[], { name, isNew, quarantineReason }: Lot): void {
    for (const { index, item } of takes)
      if (isNew) problems.add(index, 'lot', 'lot_not_found', `Lot ${name} of ${item.sku} not found`)
      else
        problems.add(
          index,
          'lot',
          'lot_quarantined',
          `Lot ${name} of ${item.sku} is in quarantine: ${quarantineReason}`,
        )
  }

  function refuse(own: Wish[], onHand: Decimal, change: Decimal): void {
    for (const { index, item, location, slot, change: ofLine } of own) {
      if (ofLine.sign >= 0) continue
      const what = slot?.lot ? `lot ${slot.lot.name} of ${item.sku}` : item.sku
      const [available, needed] = [onHand.normalized(), change.abs().normalized()]
      // Only usable lots were considered, if the item has lots.
      const state = slot ? 'on hand' : 'usable'
      const message = `Not enough of ${what} in ${location.name}: ${needed} needed, ${available} ${state}`
      problems.add(index, 'quantity', 'insufficient_stock', message)
    }
  }
}

const sumOf = (wishes: Wish[]): Decimal => Decimal.sum(wishes.map(({ change }) => change))
