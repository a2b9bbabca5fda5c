import { invoice as contractInvoice, Decimal, type Invoice as InvoiceText } from '#contract'
import type { Invoice } from '../../invoice.ts'

/** An invoice as text, with the sums that only the PDF shows. */
export interface PrintedInvoice extends InvoiceText {
  sumOfLines: string
  /** Invoice discounts, which are stored per rate, each in one amount. */
  wholeDiscounts: { reason: string; percent: string | null; amount: string }[]
}

export function toPrinted(invoice: Invoice): PrintedInvoice {
  const isInclusive = invoice.taxMode === 'inclusive'
  const discounts = Map.groupBy(invoice.discounts, ({ reason, percent }) => `${percent} ${reason}`)
  return {
    ...contractInvoice.parse(invoice),
    sumOfLines: String(Decimal.sum(invoice.lines.map(({ net, gross }) => (isInclusive ? gross : net)))),
    wholeDiscounts: [...discounts.values()].map((shares) => ({
      reason: shares[0]!.reason,
      percent: shares[0]!.percent && String(shares[0]!.percent),
      amount: String(Decimal.sum(shares.map(({ amount, gross }) => (isInclusive ? gross : amount)))),
    })),
  }
}
