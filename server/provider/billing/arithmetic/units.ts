/**
 * Decimals as whole numbers of their smallest part, so that every sum, product and quotient is exact. `scale` is how many
 * decimals there are: 2 for cents.
 */
export function toUnits(decimal: string, scale: number): bigint {
  const [whole = '', fraction = ''] = decimal.replace('-', '').split('.')
  const size = BigInt(whole + fraction.slice(0, scale).padEnd(scale, '0'))
  return decimal.startsWith('-') ? -size : size
}

/** The decimal with all its `scale` decimals: `12.50`. */
export function fromUnits(units: bigint, scale: number): string {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0')
  const size = scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`
  return units < 0n ? `-${size}` : size
}

/** How many decimals a plain decimal has. */
export const decimalsOf = (decimal: string): number => decimal.split('.')[1]?.length ?? 0

/** A quotient of numbers that are not negative, rounded half up. */
export const halfUp = (dividend: bigint, divisor: bigint): bigint =>
  (2n * dividend + divisor) / (2n * divisor)

export const sum = (values: bigint[]): bigint => values.reduce((total, value) => total + value, 0n)

/**
 * Shares `total` out in proportion to `weights`, by largest remainder: the shares add up to it exactly, and each differs
 * from its exact share by less than one. Where all weights are zero, so is the total.
 */
export function apportion(total: bigint, weights: bigint[]): bigint[] {
  const whole = sum(weights)
  if (whole === 0n) return weights.map(() => 0n)
  const shares = weights.map((weight) => (total * weight) / whole)
  const left = Number(total - sum(shares))
  const remainders = weights.map((weight, at) => ({ at, remainder: (total * weight) % whole }))
  remainders.sort((a, b) => Number(b.remainder > a.remainder) - Number(b.remainder < a.remainder))
  for (const { at } of remainders.slice(0, left)) shares[at]! += 1n
  return shares
}
