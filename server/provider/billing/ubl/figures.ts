import { currencyDecimals, Decimal, hundredPercent } from '#contract'
import type { Invoice, TaxGroup } from '../invoice.ts'

/** The totals of EN 16931, with the currency's decimals. */
export interface Figures {
  /** BT-106 */
  lines: Decimal
  /** BT-107 */
  allowances: Decimal
  /** BT-110 */
  tax: Decimal
  /** BT-112 */
  gross: Decimal
  /** BT-113 */
  prepaid: Decimal
  /** BT-114 */
  rounding: Decimal
  /** BG-23, with the tax that BR-CO-17 computes. */
  taxes: TaxGroup[]
}

/**
 * Computes the totals as EN 16931 defines them: tax from the net (BR-CO-17), and the gross from both (BR-CO-15). With
 * inclusive prices the gross is as given and the net is rounded, so the standard's gross can differ by a minor unit per
 * rate. The rounding amount (BT-114) then leads from it to the amount due (BR-CO-16): due = gross - prepaid + rounding.
 * Credited amounts count as prepaid.
 */
export function figuresOf({ currency, lines, discounts, taxBreakdown, totals }: Invoice): Figures {
  const decimals = currencyDecimals(currency)
  const taxes = taxBreakdown.map((group) => ({
    ...group,
    tax: group.taxable.times(group.rate).dividedBy(hundredPercent, decimals),
  }))
  const tax = Decimal.sum(taxes.map((group) => group.tax))
  const gross = totals.net.plus(tax)
  return {
    lines: Decimal.sum(lines.map(({ net }) => net)),
    allowances: Decimal.sum(discounts.map(({ amount }) => amount)),
    tax,
    gross,
    prepaid: totals.paid.plus(totals.credited),
    rounding: totals.gross.minus(gross),
    taxes,
  }
}

/**
 * Returns the exclusive price of one unit (BT-146) for a line with an inclusive price: the shortest one for which
 * quantity x price rounds to the line's net.
 */
export function netPrice(net: Decimal, quantity: Decimal): Decimal {
  for (let { scale } = net; ; scale++) {
    const price = net.dividedBy(quantity, scale)
    if (price.times(quantity).round(net.scale).equals(net)) return price
  }
}
