import { Readable } from 'node:stream'
import { getInvoicePdf } from '#contract'
import { implement } from '#platform'
import { fileName } from './file-name.ts'
import { invoiceFile } from './issued-files/files.ts'
import { renderInvoice } from './pdf/render-document.ts'
import { readInvoice, refuseUnissued } from './read.ts'
import { readSeller } from './seller.ts'

export const getPdf = implement(getInvoicePdf, async ({ tx, params, query: { profile }, signal }) => {
  const invoice = await readInvoice(tx, params.invoiceId)
  if (profile) refuseUnissued(invoice)
  const isLabeled = invoice.status === 'draft' || invoice.status === 'void'
  const pdf = isLabeled
    ? await renderInvoice(invoice, await readSeller(tx, 'invoices', invoice.id), { turn: { signal } })
    : await invoiceFile(tx, invoice, profile ?? 'pdf', { signal })
  const content = Readable.from([pdf])
  return {
    type: 'application/pdf',
    filename: fileName(invoice, 'pdf'),
    content,
    patients: [invoice.patientId],
  }
})
