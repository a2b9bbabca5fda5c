import Big from 'big.js'

interface Costed {
  /** Received, or less than zero where a receipt is taken back. */
  change: Big
  unitCost: string
}

/**
 * The moving average: (average x quantity + sum of cost x change) / (quantity + sum of changes), where `quantity` is
 * what else is on hand. What came without a cost counts at the average of what came with one, and what leaves otherwise
 * leaves at it, so neither changes it.
 * @returns null where nothing with a cost is left; the average as it is where more is taken back than is left of its worth
 */
export function averageCost(average: string | null, quantity: Big, costed: Costed[]): string | null {
  if (costed.length === 0) return average
  const known = average === null ? new Big(0) : quantity
  const left = costed.reduce((sum, { change }) => sum.plus(change), known)
  const worth = costed.reduce(
    (sum, { change, unitCost }) => sum.plus(change.times(unitCost)),
    known.times(average ?? 0),
  )
  if (left.lte(0)) return null
  return worth.lt(0) ? average : worth.div(left).toFixed()
}
