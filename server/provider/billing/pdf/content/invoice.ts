import type { Seller } from '../../seller.ts'
import { usualHan } from './han.ts'
import { linesOf } from './lines.ts'
import { buyerOf, factsOf, sellerOf } from './parties.ts'
import type { PrintedInvoice } from './printed.ts'
import { entriesOf, textsOf } from './sections.ts'
import { sumsOf, taxesOf } from './sums.ts'

/** Returns what `invoice.typ` prints: formatted texts, in English except for what somebody entered. */
export function invoiceContent(invoice: PrintedInvoice, seller: Seller) {
  const { number, status, billTo, taxMode, issueDate, createdAt, voidReason } = invoice
  return {
    title: `Invoice ${number ?? '(draft)'}`,
    author: seller.organisationName,
    description: `Invoice to ${billTo.name}`,
    // The current date would make every copy a different file.
    date: (issueDate ?? createdAt).slice(0, 10).split('-').map(Number),
    han: usualHan(invoice, seller),
    mark: { draft: 'DRAFT', void: 'VOID', issued: '', paid: '' }[status],
    foot: [seller.organisationName, number].filter(Boolean).join(' · '),
    seller: sellerOf(seller),
    buyer: buyerOf(invoice),
    heading: status === 'draft' ? 'Draft invoice' : 'Invoice',
    facts: factsOf(invoice),
    notice:
      status === 'void' ? `This invoice is void. No payment is due.\n${voidReason ?? ''}`.trimEnd() : '',
    lines: linesOf(invoice),
    sums: sumsOf(invoice),
    remark: taxMode === 'inclusive' ? 'Prices and amounts include tax.' : '',
    taxes: taxesOf(invoice),
    entries: entriesOf(invoice),
    texts: textsOf(invoice, seller),
  }
}
