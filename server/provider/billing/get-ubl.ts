import { Readable } from 'node:stream'
import { getInvoiceUbl } from '#contract'
import { implement, Refusal } from '#platform'
import { fileName } from './file-name.ts'
import { invoiceFile } from './issued-files/files.ts'
import { readInvoice } from './read.ts'

export const getUbl = implement(getInvoiceUbl, async ({ tx, params, query }) => {
  const invoice = await readInvoice(tx, params.invoiceId)
  if (invoice.status === 'draft')
    throw new Refusal('invoice_not_issued', 'This invoice is a draft. Issue it first.')
  // Software that reads the file would book it as an amount due.
  if (invoice.status === 'void') throw new Refusal('invoice_void', `Invoice ${invoice.number} is void.`)
  const xml = await invoiceFile(tx, invoice, query.profile)
  return { type: 'application/xml', filename: fileName(invoice, 'xml'), content: Readable.from([xml]) }
})
