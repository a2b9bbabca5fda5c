import { Readable } from 'node:stream'
import { getInvoiceUbl } from '#contract'
import { readSettings } from '#identity'
import { implement, Refusal } from '#platform'
import { fileName } from './file-name.ts'
import { readInvoice } from './read.ts'
import { readSeller } from './seller.ts'
import { toUbl } from './ubl/to-ubl.ts'

export const getUbl = implement(getInvoiceUbl, async ({ tx, params, noteRead }) => {
  const invoice = await readInvoice(tx, params.invoiceId)
  if (invoice.status === 'draft')
    throw new Refusal('invoice_not_issued', 'This invoice is a draft. Issue it first.')
  // Software that reads the file would book it as an amount due.
  if (invoice.status === 'void') throw new Refusal('invoice_void', `Invoice ${invoice.number} is void.`)
  noteRead(invoice.patientId)
  const seller = await readSeller(tx, invoice.id)
  const { letterhead: now } = await readSettings(tx).executeTakeFirstOrThrow()
  // Details that EN 16931 requires can be added to the settings after the invoice is issued.
  const letterhead = { ...seller.letterhead }
  for (const field of ['country', 'taxId', 'registration'] as const) letterhead[field] ||= now[field]
  const xml = toUbl(invoice, { ...seller, letterhead })
  return { type: 'application/xml', filename: fileName(invoice, 'xml'), content: Readable.from([xml]) }
})
