import { getInvoice } from '#contract'
import { implementOnSnapshot } from '#platform'
import { readInvoice } from './read.ts'

export const get = implementOnSnapshot(getInvoice, async ({ tx, params }) => {
  const invoice = await readInvoice(tx, params.invoiceId)
  return invoice
})
