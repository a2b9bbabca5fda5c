import type { Invoice } from '../documents.ts'
import type { EarlierNote, Issued } from './open-lines.ts'

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

/** Returns the credit notes of an invoice as the next one is computed from them. */
export const earlierNotes = ({ creditNotes }: Pick<Invoice, 'creditNotes'>): EarlierNote[] =>
  creditNotes.map(({ lines, taxBreakdown }) => ({
    lines,
    taxes: taxBreakdown.map(({ category, rate, tax }) => ({ taxCategory: category, taxRate: rate, tax })),
  }))
