import Big from 'big.js'
import type { Item } from '#contract'
import type { Place } from './places.ts'
import type { Problems } from './problems.ts'
import type { Slot } from './slots.ts'

/** What a line asks for. */
export interface Wish {
  index: number
  item: Item
  location: Place
  /** Where the line names its lot, or its item has none; otherwise it takes from several. */
  slot: Slot | null
  /** Less than zero where it takes; a line without a slot only takes. */
  change: Big
}

interface Draw {
  index: number
  slot: Slot
  change: Big
}

const zero = new Big(0)

/**
 * Says which slots the lines change by how much. Lines of one slot are added up before it is judged whether that goes;
 * those without a slot come after them, and take in turn from the slots in `stocked`, which is in the order in which
 * they are used up. A line that wants more than there is becomes a problem, and one that changes nothing draws nothing.
 */
export function draw(wishes: Wish[], stocked: Slot[], problems: Problems): Draw[] {
  const left = new Map<Slot, Big>()
  const draws: Draw[] = []

  for (const [slot, own] of Map.groupBy(wishes, ({ slot }) => slot)) {
    if (!slot) continue
    const change = sumOf(own.map((wish) => wish.change))
    left.set(slot, slot.onHand.plus(change))
    if (slot.onHand.plus(change).lt(0)) refuse(own, slot.onHand, change)
    draws.push(...own.map((wish) => ({ index: wish.index, slot, change: wish.change })))
  }

  const open = wishes.filter(({ slot }) => !slot)
  for (const own of Map.groupBy(open, ({ item, location }) => `${item.id} ${location.id}`).values()) {
    const { item, location } = own[0]!
    const slots = stocked.filter(({ itemId, locationId }) => itemId === item.id && locationId === location.id)
    const there = sumOf(slots.map(leftIn))
    const change = sumOf(own.map((wish) => wish.change))
    if (there.plus(change).lt(0)) refuse(own, there, change)
    else for (const wish of own) takeInTurn(wish, slots)
  }
  return draws.filter(({ change }) => !change.eq(0)).sort((a, b) => a.index - b.index)

  function takeInTurn({ index, change }: Wish, slots: Slot[]): void {
    let wanted = change.abs()
    for (const slot of slots) {
      const there = leftIn(slot)
      const taken = there.lt(wanted) ? there : wanted
      if (taken.lte(0)) continue
      left.set(slot, there.minus(taken))
      wanted = wanted.minus(taken)
      draws.push({ index, slot, change: zero.minus(taken) })
    }
  }

  function leftIn(slot: Slot): Big {
    const there = left.get(slot) ?? slot.onHand
    return there.gt(0) ? there : zero
  }

  function refuse(own: Wish[], there: Big, change: Big): void {
    for (const { index, item, location, slot, change: ofLine } of own) {
      if (ofLine.gte(0)) continue
      const what = slot?.lot ? `lot ${slot.lot.name} of ${item.sku}` : item.sku
      const [has, wanted] = [there.toFixed(), change.abs().toFixed()]
      const message = `There is not enough of ${what} in ${location.name}: ${has} of ${wanted}`
      problems.add(index, 'quantity', 'insufficient_stock', message)
    }
  }
}

const sumOf = (numbers: Big[]): Big => numbers.reduce((sum, number) => sum.plus(number), zero)
