import { Readable } from 'node:stream'
import { getInvoiceUbl } from '#contract'
import { implement } from '#platform'
import { fileName } from './file-name.ts'
import { invoiceFile } from './issued-files/files.ts'
import { readInvoice, refuseUnissued } from './read.ts'

export const getUbl = implement(getInvoiceUbl, async ({ tx, params, query }) => {
  const invoice = await readInvoice(tx, params.invoiceId)
  // Software that reads the file would book a void invoice as an amount due.
  refuseUnissued(invoice)
  const xml = await invoiceFile(tx, invoice, query.profile)
  const content = Readable.from([xml])
  return {
    type: 'application/xml',
    filename: fileName(invoice, 'xml'),
    content,
    patients: [invoice.patientId],
  }
})
