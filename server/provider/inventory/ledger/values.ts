import { Decimal } from '#contract'
import type { Item } from '../items/rows.ts'
import type { Move } from './stock.ts'

/**
 * Returns what each move is worth; null if its item has no cost. What comes with a cost is worth that, everything else the average
 * cost. The first move with a cost includes what that cost changes in stock that was there before, so that stock is always worth
 * its quantity at the average cost.
 * @param after the items as they are after the moves
 */
export function valuesOf(
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
