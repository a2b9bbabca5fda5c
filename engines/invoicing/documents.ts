import type { z } from 'zod'
import type { creditNoteDocument, invoice } from '#rules/invoice'
import type { statement } from '#rules/statement'

// The documents with exact decimals, as handlers return them. The contract turns decimals into text on the way out.

export type Invoice = z.input<typeof invoice>
export type InvoiceLine = Invoice['lines'][number]
export type TaxGroup = Invoice['taxBreakdown'][number]
/** A credit note, and what it takes from its invoice. */
export type CreditNote = z.input<typeof creditNoteDocument>
/** Whether a document is a credit note, and no invoice. */
export const isCreditNote = (document: Invoice | CreditNote): document is CreditNote =>
  'invoiceId' in document

export type Statement = z.input<typeof statement>
