import { amountInput, type DocumentDiscount, type Invoice, percentInput } from '#contract'
import { addDecimals } from '../../../components/amounts.ts'
import { readDecimal } from '../../../components/typed-decimal.ts'

/** Normalizes a discount typed into one field: `4 %` to `4%`, `12,50` to `12.50`. */
export const readDiscount: typeof readDecimal = (typed, marks) =>
  /[%％٪]\s*$/.test(typed) ? `${readDecimal(typed.replace(/.\s*$/, ''))}%` : readDecimal(typed, marks)

/** The same discount as the API takes it; both null if empty. */
export function discountOf(read: string): { percent: string | null; amount: string | null } {
  if (read === '') return { percent: null, amount: null }
  return read.endsWith('%') ? { percent: read.slice(0, -1), amount: null } : { percent: null, amount: read }
}

export const discountRule = {
  safeParse(read: unknown) {
    const { percent, amount } = discountOf(String(read))
    return percent !== null ? percentInput.safeParse(percent) : amountInput.safeParse(amount ?? '0')
  },
}

interface EnteredDiscount {
  reason: string
  discount: string
  tax: string
}

/**
 * Restores the discounts as they were entered. An invoice has one for each tax rate it reduces; those with the same
 * reason that cover all rates were entered as one.
 */
export function enteredDiscounts({
  discounts,
  taxBreakdown,
  taxMode,
}: Pick<Invoice, 'discounts' | 'taxBreakdown' | 'taxMode'>): EnteredDiscount[] {
  const groups = Object.values(Object.groupBy(discounts, ({ reason, percent }) => `${percent} ${reason}`))
  return groups.flatMap((parts = []) => {
    const isShared = parts.length > 1 && parts.length === taxBreakdown.length
    return isShared
      ? [oneOf(parts, '')]
      : parts.map((part) => oneOf([part], rateOf(part, taxBreakdown.length)))
  })

  function oneOf(parts: DocumentDiscount[], tax: string): EnteredDiscount {
    const [{ reason, percent } = { reason: '', percent: null }] = parts
    const amounts = parts.map(({ amount, gross }) => (taxMode === 'inclusive' ? gross : amount))
    return { reason, tax, discount: percent ? `${percent}%` : amounts.reduce(addDecimals) }
  }
}

/** With only one rate, a discount covers all rates. */
const rateOf = ({ taxCategory, taxRate }: DocumentDiscount, rates: number) =>
  rates === 1 ? '' : `${taxCategory} ${taxRate}`
