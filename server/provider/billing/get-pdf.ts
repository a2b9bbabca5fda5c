import { Readable } from 'node:stream'
import { getInvoicePdf } from '#contract'
import { implement } from '#platform'
import { fileName } from './file-name.ts'
import { renderInvoice } from './pdf/render-invoice.ts'
import { readInvoice } from './read.ts'
import { readSeller } from './seller.ts'

export const getPdf = implement(getInvoicePdf, async ({ tx, params, signal, noteRead }) => {
  const invoice = await readInvoice(tx, params.invoiceId)
  noteRead(invoice.patientId)
  const pdf = await renderInvoice(invoice, await readSeller(tx, invoice.id), { signal })
  return { type: 'application/pdf', filename: fileName(invoice, 'pdf'), content: Readable.from([pdf]) }
})
