import { Readable } from 'node:stream'
import { getInvoiceUbl } from '#contract'
import { implement, Refusal } from '#platform'
import { fileName } from './file-name.ts'
import { readInvoice } from './read.ts'
import { completeSeller } from './seller.ts'
import { documentOfInvoice } from './ubl/document.ts'
import { toUbl } from './ubl/to-ubl.ts'

export const getUbl = implement(getInvoiceUbl, async ({ tx, params, query }) => {
  const invoice = await readInvoice(tx, params.invoiceId)
  if (invoice.status === 'draft')
    throw new Refusal('invoice_not_issued', 'This invoice is a draft. Issue it first.')
  // Software that reads the file would book it as an amount due.
  if (invoice.status === 'void') throw new Refusal('invoice_void', `Invoice ${invoice.number} is void.`)
  const seller = await completeSeller(tx, 'invoices', invoice.id)
  const xml = toUbl(documentOfInvoice(invoice), seller, query.profile)
  return { type: 'application/xml', filename: fileName(invoice, 'xml'), content: Readable.from([xml]) }
})
