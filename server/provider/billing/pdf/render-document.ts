import type { Turn } from '#platform'
import type { CreditNote } from '../credit-note.ts'
import type { Invoice } from '../invoice.ts'
import type { Seller } from '../seller.ts'
import { documentContent } from './content/document.ts'
import { type Printed, printedCreditNote, printedInvoice } from './content/printed.ts'
import { createPrinter } from './printer.ts'

const { print } = createPrinter()

/**
 * Creates a PDF/A-3b of an invoice, byte-identical for the same input.
 * @throws Refusal `busy` if fifty others are waiting, or if this one takes too long or too much memory
 */
export const renderInvoice = (invoice: Invoice, seller: Seller, turn?: Turn): Promise<Buffer> =>
  render(printedInvoice(invoice), seller, turn)

/** Creates a PDF/A-3b of a credit note. @throws Refusal as `renderInvoice` does */
export const renderCreditNote = (note: CreditNote, seller: Seller, turn?: Turn): Promise<Buffer> =>
  render(printedCreditNote(note), seller, turn)

const render = (document: Printed, seller: Seller, turn?: Turn): Promise<Buffer> =>
  print({ template: 'invoice', content: documentContent(document, seller) }, turn)
