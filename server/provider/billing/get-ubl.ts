import { Readable } from 'node:stream'
import { getInvoiceUbl } from '#contract'
import { implement } from '#platform'
import { fileName } from './file-name.ts'
import { readInvoice, refuseUnissued } from './read.ts'
import { completeSeller } from './seller.ts'
import { documentOfInvoice } from './ubl/document.ts'
import { toUbl } from './ubl/to-ubl.ts'

export const getUbl = implement(getInvoiceUbl, async ({ tx, params, query }) => {
  const invoice = await readInvoice(tx, params.invoiceId)
  // Software that reads the file would book a void invoice as an amount due.
  refuseUnissued(invoice)
  const seller = await completeSeller(tx, 'invoices', invoice.id)
  const xml = toUbl(documentOfInvoice(invoice), seller, query.profile)
  return { type: 'application/xml', filename: fileName(invoice, 'xml'), content: Readable.from([xml]) }
})
