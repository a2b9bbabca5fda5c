import { z } from 'zod'
import { Decimal } from './decimal.ts'

/** An exact decimal as text: `"12.50"`. */
export const decimalText = z.string().regex(/^-?\d+(\.\d+)?$/)

/** An exact decimal in a response: a handler returns a `Decimal`, callers get text such as `"12.50"`. */
export const decimal = z
  .custom<Decimal>((value) => value instanceof Decimal)
  .transform(String)
  .pipe(decimalText)

export interface DecimalRange {
  sign: 'any' | 'positive' | 'not negative' | 'not zero'
  /** Digits before the point and after it, at most. */
  digits: number
  decimals: number
}

const example = 'Enter a number such as 12.50'

/**
 * An exact decimal in a request, which the handler gets as a `Decimal` without zeros at the end. It is sent as text or as
 * a JSON number. A JSON number with more than 15 significant digits, which no double holds exactly, arrives here as Infinity
 * and is refused.
 */
export const decimalInput = (range: DecimalRange) =>
  z
    .union([z.string(), z.number()], { error: `${example}, as text where it has more than 15 digits` })
    .transform((value, context) => {
      const decimal = Decimal.parse(String(value))?.normalized() ?? null
      const problem = decimal === null ? example : problemWith(decimal, range)
      if (problem) context.addIssue({ code: 'custom', message: problem })
      return decimal ?? Decimal.zero
    })

/** A quantity on a delivery note or a shelf: more than zero. */
export const quantityInput = decimalInput({ sign: 'positive', digits: 12, decimals: 6 })

/** A price or cost of one unit. */
export const unitPriceInput = decimalInput({ sign: 'not negative', digits: 12, decimals: 6 })

function problemWith(value: Decimal, { sign, digits, decimals }: DecimalRange): string | null {
  if (sign === 'positive' && value.sign <= 0) return 'Enter more than zero'
  if (sign === 'not negative' && value.sign < 0) return 'Enter zero or more'
  if (sign === 'not zero' && value.sign === 0) return 'Enter something other than zero'
  if (value.abs().units >= 10n ** BigInt(digits + value.scale))
    return `At most ${digits} digits before the point`
  if (value.scale > decimals) return decimals ? `At most ${decimals} decimals` : 'Enter a whole number'
  return null
}
