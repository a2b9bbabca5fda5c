import { getInvoice } from '#contract'
import { implementOnSnapshot } from '#platform'
import { readInvoice } from './read.ts'

export const get = implementOnSnapshot(getInvoice, async ({ tx, params, noteRead }) => {
  const invoice = await readInvoice(tx, params.invoiceId)
  noteRead(invoice.patientId)
  return invoice
})
