import { Decimal } from '#rules/decimal'

/**
 * Divides `total` in proportion to `weights` by largest remainder: the shares have its scale and add up to it exactly, and
 * each differs from its exact share by less than one unit of the scale. If all weights are zero, so are the shares.
 */
export function apportion(total: Decimal, weights: Decimal[]): Decimal[] {
  const { scale } = total
  const whole = Decimal.sum(weights)
  if (whole.sign === 0) return weights.map(() => Decimal.zero.round(scale))
  const shares = weights.map((weight) => total.times(weight).dividedBy(whole, scale, 'floor'))
  const byRemainder = weights
    .map((weight, at) => ({ at, remainder: total.times(weight).minus(shares[at]!.times(whole)) }))
    .sort((a, b) => b.remainder.minus(a.remainder).sign)
  const left = Number(total.minus(Decimal.sum(shares)).round(scale).units)
  const unit = Decimal.of(`1e-${scale}`)
  for (const { at } of byRemainder.slice(0, left)) shares[at] = shares[at]!.plus(unit)
  return shares
}
