import type { InvoiceRow } from './invoice-rows.ts'
import { amountsIn, plain, toInstant } from './stored-amounts.ts'

/** Converts a row to a credit note, as invoices contain it. */
export function toCreditNote(row: InvoiceRow['creditNotes'][number], currency: string) {
  const { money, split, taxGroup } = amountsIn(currency)
  const { net, tax, rounding, gross, ...note } = row
  return {
    ...note,
    totals: { ...split({ net, tax, gross }), rounding: money(rounding) },
    taxBreakdown: note.taxBreakdown.map(taxGroup),
    issuedAt: toInstant(note.issuedAt),
    lines: note.lines.map((line) => ({
      ...line,
      ...split(line),
      quantity: line.quantity === null ? null : plain(line.quantity),
      taxRate: plain(line.taxRate),
    })),
  }
}
