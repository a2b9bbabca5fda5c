import type { WrongField } from '../refuse-fields.ts'
import { hundredPercent, rateUnits, type Tax } from './split.ts'
import { decimalsOf, halfUp, toUnits } from './units.ts'

export interface LineTerms extends Tax {
  quantity: string
  unitPrice: string
  discountPercent: string | null
  discountAmount: string | null
}

interface AmountOfLine {
  /** With tax or without, as the price is. */
  base: bigint
  discount: bigint
  wrong: WrongField[]
}

/** Quantities and prices have six decimals each. */
const productScale = 12

/**
 * Quantity x price - discount in minor units, the discount and the result rounded half up (EN 16931 BT-136 and BT-131);
 * or what is wrong with the line.
 */
export function amountOfLine(
  { quantity, unitPrice, discountPercent, discountAmount }: LineTerms,
  decimals: number,
  path: string,
): AmountOfLine {
  const wrong = (field: string, message: string) => ({
    base: 0n,
    discount: 0n,
    wrong: [{ path: `${path}.${field}`, message }],
  })
  const product = toUnits(quantity, 6) * toUnits(unitPrice, 6)
  const minorUnit = 10n ** BigInt(productScale - decimals)
  const amount = halfUp(product, minorUnit)
  if (amount >= 10n ** BigInt(15 + decimals))
    return wrong('unitPrice', 'The amount of this line is too large')
  if (discountAmount !== null && decimalsOf(discountAmount) > decimals)
    return wrong('discountAmount', tooManyDecimals(decimals))
  const discount =
    discountAmount === null
      ? halfUp(product * rateUnits(discountPercent ?? '0'), minorUnit * hundredPercent)
      : toUnits(discountAmount, decimals)
  if (discount > amount) return wrong('discountAmount', 'More than the line comes to')
  const left = product - discount * minorUnit
  // A discount of everything may have been rounded up beyond it.
  return { base: left > 0n ? halfUp(left, minorUnit) : 0n, discount, wrong: [] }
}

export const tooManyDecimals = (decimals: number): string =>
  decimals === 0 ? 'The currency has no decimals' : `The currency has ${decimals} decimals`
