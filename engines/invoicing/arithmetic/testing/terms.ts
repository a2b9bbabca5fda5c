import fc from 'fast-check'
import { Decimal } from '#rules/decimal'
import type { Terms } from '../invoice.ts'
import type { LineTerms } from '../line.ts'
import type { Tax } from '../split.ts'

/** A line with a tax rate in percent. */
export function line(
  quantity: string,
  unitPrice: string,
  taxRate: string,
  discount: { discountPercent?: string | null; discountAmount?: string | null } = {},
): LineTerms {
  const taxCategory = taxRate === '0' ? 'E' : 'S'
  const { discountPercent = null, discountAmount = null } = discount
  return {
    quantity: Decimal.of(quantity),
    unitPrice: Decimal.of(unitPrice),
    taxRate: Decimal.of(taxRate),
    taxCategory,
    discountPercent: discountPercent === null ? null : Decimal.of(discountPercent),
    discountAmount: discountAmount === null ? null : Decimal.of(discountAmount),
  }
}

/** An invoice discount, by default of nothing. */
export const discount = ({
  percent,
  amount,
  ...terms
}: {
  percent?: string
  amount?: string
  of?: Tax
  reason?: string
}) => ({
  reason: 'Discount',
  of: null,
  ...terms,
  percent: percent === undefined ? null : Decimal.of(percent),
  amount: amount === undefined ? null : Decimal.of(amount),
})

/** Terms with exclusive prices in euros by default. */
export const termsOf = (lines: LineTerms[], terms: Partial<Terms> = {}): Terms => ({
  decimals: 2,
  taxMode: 'exclusive',
  lines,
  discounts: [],
  ...terms,
})

/** The decimals of an object as text. */
export const amounts = (values: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      value instanceof Decimal ? [[name, String(value)]] : [],
    ),
  )

const rates = ['0', '5', '7.7', '13', '19', '20', '24', '33.3333', '100']
const decimalUpTo = (most: number, scale: number) =>
  fc.integer({ min: 1, max: most }).map((units) => String(Decimal.of(`${units}e-${scale}`)))
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

const termsIn = (...decimals: number[]): fc.Arbitrary<Terms> =>
  fc
    .record({
      decimals: fc.constantFrom(...decimals),
      taxMode: fc.constantFrom('exclusive' as const, 'inclusive' as const),
      lines: fc.array(anyLine, { minLength: 1, maxLength: 12 }),
      percents: fc.array(fc.tuple(decimalUpTo(300_000, 4), fc.boolean()), { maxLength: 3 }),
    })
    .map(({ percents, ...terms }) => ({
      ...terms,
      discounts: percents.map(([percent, ofOneRate]) => {
        const { taxCategory, taxRate } = terms.lines[0]!
        return discount({ percent, ...(ofOneRate && { of: { taxCategory, taxRate } }) })
      }),
    }))

/** Any invoice in yen, euros or dinars, with discounts of less than its sum. */
export const anyTerms = termsIn(0, 2, 3)
/** Any invoice that EN 16931 can express: it allows two decimals. */
export const anyStandardTerms = termsIn(0, 2)
