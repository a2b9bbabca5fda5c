import fc from 'fast-check'
import type { Terms } from '../invoice.ts'
import type { LineTerms } from '../line.ts'
import { fromUnits } from '../units.ts'

/** A line at that rate, in percent. */
export function line(
  quantity: string,
  unitPrice: string,
  taxRate: string,
  discount: Partial<Pick<LineTerms, 'discountPercent' | 'discountAmount'>> = {},
): LineTerms {
  const taxCategory = taxRate === '0' ? 'E' : 'S'
  return {
    quantity,
    unitPrice,
    taxRate,
    taxCategory,
    discountPercent: null,
    discountAmount: null,
    ...discount,
  }
}

/** Prices without tax, in euros, where nothing else is said. */
export const termsOf = (lines: LineTerms[], terms: Partial<Terms> = {}): Terms => ({
  decimals: 2,
  taxMode: 'exclusive',
  lines,
  discounts: [],
  ...terms,
})

/** Whole minor units as decimals. */
export const amounts = (units: object, decimals = 2): Record<string, string> =>
  Object.fromEntries(
    Object.entries(units).flatMap(([name, value]) =>
      typeof value === 'bigint' ? [[name, fromUnits(value, decimals)]] : [],
    ),
  )

const rates = ['0', '5', '7.7', '13', '19', '20', '24', '33.3333', '100']
const decimalUpTo = (most: number, scale: number) =>
  fc.integer({ min: 1, max: most }).map((units) => fromUnits(BigInt(units), scale))
const percent = decimalUpTo(500_000, 4)

const anyLine = fc
  .record({
    quantity: fc.oneof(decimalUpTo(20, 0), decimalUpTo(99_999_999, 6)),
    unitPrice: fc.oneof(decimalUpTo(50_000, 2), decimalUpTo(99_999_999, 6), fc.constant('0')),
    taxRate: fc.constantFrom(...rates),
    discountPercent: fc.option(percent),
  })
  .map(({ quantity, unitPrice, taxRate, discountPercent }) =>
    line(quantity, unitPrice, taxRate, { discountPercent }),
  )

/** Any invoice in yen, euros or dinars. Discounts together stay below what they are taken from. */
export const anyTerms: fc.Arbitrary<Terms> = fc
  .record({
    decimals: fc.constantFrom(0, 2, 3),
    taxMode: fc.constantFrom('exclusive' as const, 'inclusive' as const),
    lines: fc.array(anyLine, { minLength: 1, maxLength: 12 }),
    percents: fc.array(fc.tuple(decimalUpTo(300_000, 4), fc.boolean()), { maxLength: 3 }),
  })
  .map(({ percents, ...terms }) => ({
    ...terms,
    discounts: percents.map(([percent, ofOneRate]) => {
      const { taxCategory, taxRate } = terms.lines[0]!
      const of = ofOneRate ? { taxCategory, taxRate } : null
      return { reason: 'Discount', percent, amount: null, of }
    }),
  }))
