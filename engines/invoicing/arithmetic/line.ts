import { Decimal } from '#rules/decimal'
import { hundredPercent } from '#rules/money'
import type { WrongField } from '../error.ts'
import type { Tax } from './split.ts'

export interface LineTerms extends Tax {
  quantity: Decimal
  unitPrice: Decimal
  discountPercent: Decimal | null
  discountAmount: Decimal | null
}

interface LineAmount {
  /** Including tax if the price does. */
  base: Decimal
  discount: Decimal
  wrong: WrongField[]
}

/** Amounts are stored with 15 digits before the point. */
const tooLarge = Decimal.of('1e15')
export const isTooLarge = (amount: Decimal): boolean => !amount.lessThan(tooLarge)

/**
 * Computes quantity x price - discount. The discount and the result are rounded half up (EN 16931 BT-136 and BT-131).
 * Returns the field that is wrong, if any.
 */
export function amountOfLine(
  { quantity, unitPrice, discountPercent, discountAmount }: LineTerms,
  decimals: number,
  path: string,
): LineAmount {
  const zero = Decimal.zero.round(decimals)
  const wrong = (field: string, message: string) => ({
    base: zero,
    discount: zero,
    wrong: [{ path: `${path}.${field}`, message }],
  })
  const product = quantity.times(unitPrice)
  const amount = product.round(decimals)
  if (isTooLarge(amount)) return wrong('unitPrice', 'The amount of this line is too large')
  if (discountAmount && exceedsDecimals(discountAmount, decimals))
    return wrong('discountAmount', tooManyDecimals(decimals))
  const discount =
    discountAmount?.round(decimals) ??
    product.times(discountPercent ?? zero).dividedBy(hundredPercent, decimals)
  if (amount.lessThan(discount)) return wrong('discountAmount', 'More than the amount of the line')
  // A discount of 100 percent can be rounded up to more than the product.
  return { base: Decimal.max(product.minus(discount), zero).round(decimals), discount, wrong: [] }
}

export const exceedsDecimals = (amount: Decimal, decimals: number): boolean =>
  !amount.round(decimals).equals(amount)

export const tooManyDecimals = (decimals: number): string =>
  decimals === 0 ? 'The currency has no decimals' : `The currency has ${decimals} decimals`
