import { Readable } from 'node:stream'
import { getCreditNotePdf, getCreditNoteUbl, getInvoicePdf, getInvoiceUbl } from '#contract'
import type { CreditNote, Invoice } from '#engines/invoicing'
import { implement } from '#platform'
import { readCreditNote } from './credit-notes/read.ts'
import { documentFile } from './issued-files/files.ts'
import { renderDocument } from './pdf/render-document.ts'
import { readInvoice, refuseUnissued } from './read.ts'
import { readSeller } from './seller.ts'

export const getPdf = implement(getInvoicePdf, async ({ tx, params, query: { profile }, signal }) => {
  const invoice = await readInvoice(tx, params.invoiceId)
  if (profile) refuseUnissued(invoice)
  const isLabeled = invoice.status === 'draft' || invoice.status === 'void'
  const pdf = isLabeled
    ? await renderDocument(invoice, await readSeller(tx, invoice), { turn: { signal } })
    : await documentFile(tx, invoice, profile ?? 'pdf', { signal })
  return download(invoice, 'pdf', pdf)
})

export const getNotePdf = implement(getCreditNotePdf, async ({ tx, params, query: { profile }, signal }) => {
  const note = await readCreditNote(tx, params.creditNoteId)
  return download(note, 'pdf', await documentFile(tx, note, profile ?? 'pdf', { signal }))
})

export const getUbl = implement(getInvoiceUbl, async ({ tx, params, query }) => {
  const invoice = await readInvoice(tx, params.invoiceId)
  // Software that reads the file would book a void invoice as an amount due.
  refuseUnissued(invoice)
  return download(invoice, 'xml', await documentFile(tx, invoice, query.profile))
})

export const getNoteUbl = implement(getCreditNoteUbl, async ({ tx, params, query }) => {
  const note = await readCreditNote(tx, params.creditNoteId)
  return download(note, 'xml', await documentFile(tx, note, query.profile))
})

function download({ id, number, patientId }: Invoice | CreditNote, extension: 'pdf' | 'xml', file: Buffer) {
  // A prefix can contain characters that are not allowed in file names or headers.
  const name = (number ?? `draft-${id}`).replace(/[^A-Za-z0-9_-]+/g, '-')
  return {
    type: `application/${extension}` as const,
    filename: `${name}.${extension}`,
    content: Readable.from([file]),
    patients: patientId ? [patientId] : [],
  }
}
