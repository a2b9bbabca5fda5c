import type { UblProfile } from '#contract'
import type { Reader } from '#database'
import type { CreditNote, Invoice } from '#engines/invoicing'
import { documentOfCreditNote, documentOfInvoice, toUbl } from '#engines/invoicing'
import type { Turn } from '#platform'
import { renderCreditNote, renderInvoice } from '../pdf/render-document.ts'
import { refusing } from '../refusing.ts'
import { completeSeller, readSeller } from '../seller.ts'
import { issuedFile } from './issued-file.ts'

/** A PDF, one with an embedded e-invoice, or UBL. */
export type FileFormat = 'pdf' | 'zugferd' | UblProfile

/**
 * Returns the file of an issued invoice, byte-identical each time.
 * @throws Refusal as `renderInvoice` and `toUbl` do
 */
export const invoiceFile = (
  reader: Reader,
  invoice: Invoice,
  format: FileFormat,
  turn?: Turn,
): Promise<Buffer> =>
  issuedFile(reader, invoice.id, format, async () => {
    const document = ['invoices', invoice.id] as const
    if (format === 'pdf') return renderInvoice(invoice, await readSeller(reader, ...document), { turn })
    const seller = await completeSeller(reader, ...document)
    if (format === 'zugferd') return renderInvoice(invoice, seller, { profile: format, turn })
    return Buffer.from(refusing(() => toUbl(documentOfInvoice(invoice), seller, format)))
  })

/** Returns the file of a credit note, byte-identical each time. @throws Refusal as `invoiceFile` does */
export const creditNoteFile = (
  reader: Reader,
  note: CreditNote,
  format: FileFormat,
  turn?: Turn,
): Promise<Buffer> =>
  issuedFile(reader, note.id, format, async () => {
    const document = ['creditNotes', note.id] as const
    if (format === 'pdf') return renderCreditNote(note, await readSeller(reader, ...document), { turn })
    const seller = await completeSeller(reader, ...document)
    if (format === 'zugferd') return renderCreditNote(note, seller, { profile: format, turn })
    return Buffer.from(refusing(() => toUbl(documentOfCreditNote(note), seller, format)))
  })
