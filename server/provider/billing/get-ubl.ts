import { Readable } from 'node:stream'
import { getInvoiceUbl } from '#contract'
import { readSettings } from '#identity'
import { implement, Refusal } from '#platform'
import { fileName } from './file-name.ts'
import { readInvoice } from './read.ts'
import { readSeller } from './seller.ts'
import { toUbl } from './ubl/to-ubl.ts'

export const getUbl = implement(getInvoiceUbl, async ({ tx, params }) => {
  const invoice = await readInvoice(tx, params.invoiceId)
  if (invoice.status === 'draft') throw new Refusal('invoice_not_issued', 'This is a draft: issue it first.')
  // Whoever reads the file in a machine would take it for money that is owed.
  if (invoice.status === 'void') throw new Refusal('invoice_void', `${invoice.number} is void.`)
  const seller = await readSeller(tx, invoice.id)
  const { letterhead: now } = await readSettings(tx).executeTakeFirstOrThrow()
  // What EN 16931 asks for, and was not entered yet when the invoice was issued, may be entered later.
  const letterhead = { ...seller.letterhead }
  for (const field of ['country', 'taxId', 'registration'] as const) letterhead[field] ||= now[field]
  const xml = toUbl(invoice, { ...seller, letterhead })
  return { type: 'application/xml', filename: fileName(invoice, 'xml'), content: Readable.from([xml]) }
})
