import type { DocumentDiscount, Invoice } from '#contract'
import { addDecimals } from '../../components/decimals.ts'

interface SaidDiscount {
  reason: string
  discount: string
  tax: string
}

/**
 * The discounts as they were said. An invoice has one for each rate that it is taken from; those of one reason that
 * reach over all rates were said as one.
 */
export function discountsSaid({
  discounts,
  taxBreakdown,
  taxMode,
}: Pick<Invoice, 'discounts' | 'taxBreakdown' | 'taxMode'>): SaidDiscount[] {
  const said = Object.values(Object.groupBy(discounts, ({ reason, percent }) => `${percent} ${reason}`))
  return said.flatMap((parts = []) => {
    const isShared = parts.length > 1 && parts.length === taxBreakdown.length
    return isShared
      ? [oneOf(parts, '')]
      : parts.map((part) => oneOf([part], rateOf(part, taxBreakdown.length)))
  })

  function oneOf(parts: DocumentDiscount[], tax: string): SaidDiscount {
    const [{ reason, percent } = { reason: '', percent: null }] = parts
    const amounts = parts.map(({ amount, gross }) => (taxMode === 'inclusive' ? gross : amount))
    return { reason, tax, discount: percent ? `${percent}%` : amounts.reduce(addDecimals) }
  }
}

/** Where there is one rate only, a discount is of all of them. */
const rateOf = ({ taxCategory, taxRate }: DocumentDiscount, rates: number) =>
  rates === 1 ? '' : `${taxCategory} ${taxRate}`
