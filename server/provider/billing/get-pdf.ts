import { Readable } from 'node:stream'
import { getInvoicePdf } from '#contract'
import { implement } from '#platform'
import { fileName } from './file-name.ts'
import { renderInvoice } from './pdf/render-document.ts'
import { readInvoice, refuseUnissued } from './read.ts'
import { completeSeller, readSeller } from './seller.ts'

export const getPdf = implement(getInvoicePdf, async ({ tx, params, query: { profile }, signal }) => {
  const invoice = await readInvoice(tx, params.invoiceId)
  if (profile) refuseUnissued(invoice)
  const seller = await (profile ? completeSeller : readSeller)(tx, 'invoices', invoice.id)
  const pdf = await renderInvoice(invoice, seller, { profile, turn: { signal } })
  return { type: 'application/pdf', filename: fileName(invoice, 'pdf'), content: Readable.from([pdf]) }
})
