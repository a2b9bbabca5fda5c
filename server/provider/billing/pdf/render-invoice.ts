import type { Turn } from '#platform'
import type { Invoice } from '../invoice.ts'
import type { Seller } from '../seller.ts'
import { invoiceContent } from './content/invoice.ts'
import { toPrinted } from './content/printed.ts'
import { print } from './printer.ts'

/**
 * Creates a PDF/A-3b of an invoice, byte-identical for the same input.
 * @throws Refusal `busy` if fifty others are waiting, or if this one takes too long or too much memory
 */
export function renderInvoice(invoice: Invoice, seller: Seller, turn?: Turn): Promise<Buffer> {
  return print({ template: 'invoice', content: invoiceContent(toPrinted(invoice), seller) }, turn)
}
