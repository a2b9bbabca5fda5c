import type { Invoice } from '../invoice.ts'
import type { CreditedLine, Issued } from './open-lines.ts'

/** Returns an invoice in the terms that credit notes are computed with. */
export const toIssued = ({ taxMode, lines, discounts, taxBreakdown }: Invoice): Issued => ({
  taxMode,
  lines,
  discounts: discounts.map(({ amount, ...discount }) => ({ ...discount, net: amount })),
  taxes: taxBreakdown.map(({ category, rate, taxable, tax, rounding }) => ({
    taxCategory: category,
    taxRate: rate,
    net: taxable,
    tax,
    gross: taxable.plus(tax).plus(rounding),
  })),
})

export const creditedLines = ({ creditNotes }: Invoice): CreditedLine[] =>
  creditNotes.flatMap((note) => note.lines)
