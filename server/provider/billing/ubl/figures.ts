import { currencyDecimals, type Invoice, type TaxGroup } from '#contract'
import { hundredPercent, rateUnits } from '../arithmetic/split.ts'
import { fromUnits, halfUp, sum, toUnits } from '../arithmetic/units.ts'

/** The totals of EN 16931, named by their business terms, with the currency's decimals. */
export interface Figures {
  /** BT-106 */
  lines: string
  /** BT-107 */
  allowances: string
  /** BT-109 */
  net: string
  /** BT-110 */
  tax: string
  /** BT-112 */
  gross: string
  /** BT-113 */
  prepaid: string
  /** BT-114; null where there is nothing to round. */
  rounding: string | null
  /** BT-115 */
  due: string
  /** BG-23, the tax as BR-CO-17 computes it. */
  taxes: (TaxGroup & { tax: string })[]
}

/**
 * The invoice's amounts as EN 16931 has them. The standard computes tax from the net (BR-CO-17) and the gross from both
 * (BR-CO-15). Where prices are with tax, the gross is what was said and the net was rounded, so that this check can
 * differ by a minor unit per rate. Then tax and gross here are the standard's, and the rounding amount (BT-114) leads from
 * its gross back to what is owed (BR-CO-16): due = gross - prepaid + rounding. What was credited counts as prepaid.
 */
export function figuresOf({ currency, lines, discounts, taxBreakdown, totals }: Invoice): Figures {
  const decimals = currencyDecimals(currency)
  const units = (amount: string) => toUnits(amount, decimals)
  const text = (amount: bigint) => fromUnits(amount, decimals)
  const taxes = taxBreakdown.map((group) => ({
    ...group,
    tax: text(halfUp(units(group.taxable) * rateUnits(group.rate), hundredPercent)),
  }))
  const tax = sum(taxes.map((group) => units(group.tax)))
  const gross = units(totals.net) + tax
  const rounding = units(totals.gross) - gross
  return {
    lines: text(sum(lines.map(({ net }) => units(net)))),
    allowances: text(sum(discounts.map(({ amount }) => units(amount)))),
    net: text(units(totals.net)),
    tax: text(tax),
    gross: text(gross),
    prepaid: text(units(totals.paid) + units(totals.credited)),
    rounding: rounding === 0n ? null : text(rounding),
    due: text(units(totals.due)),
    taxes,
  }
}

/**
 * The price without tax of one unit (BT-146) of a line whose price is with tax: as short as it can be while quantity x
 * price still rounds to the line's net.
 */
export function netPrice(net: string, quantity: string, currency: string): string {
  const decimals = currencyDecimals(currency)
  const units = toUnits(net, decimals)
  const scale = 6
  const amount = toUnits(quantity, scale)
  for (let more = 0; ; more++) {
    const price = halfUp(units * 10n ** BigInt(more + scale), amount)
    if (halfUp(price * amount, 10n ** BigInt(more + scale)) === units)
      return fromUnits(price, decimals + more)
  }
}
