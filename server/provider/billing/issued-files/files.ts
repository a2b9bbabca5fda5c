import type { UblProfile } from '#contract'
import type { Reader } from '#database'
import type { Turn } from '#platform'
import type { CreditNote } from '../credit-note.ts'
import type { Invoice } from '../invoice.ts'
import { renderCreditNote, renderInvoice } from '../pdf/render-document.ts'
import { completeSeller, readSeller } from '../seller.ts'
import { documentOfCreditNote, documentOfInvoice } from '../ubl/document.ts'
import { toUbl } from '../ubl/to-ubl.ts'
import { issuedFile } from './issued-file.ts'

export type FileFormat = 'pdf' | UblProfile

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
  issuedFile(reader, invoice.id, format, async () =>
    format === 'pdf'
      ? renderInvoice(invoice, await readSeller(reader, 'invoices', invoice.id), turn)
      : Buffer.from(
          toUbl(documentOfInvoice(invoice), await completeSeller(reader, 'invoices', invoice.id), format),
        ),
  )

/** Returns the file of a credit note, byte-identical each time. @throws Refusal as `invoiceFile` does */
export const creditNoteFile = (
  reader: Reader,
  note: CreditNote,
  format: FileFormat,
  turn?: Turn,
): Promise<Buffer> =>
  issuedFile(reader, note.id, format, async () =>
    format === 'pdf'
      ? renderCreditNote(note, await readSeller(reader, 'creditNotes', note.id), turn)
      : Buffer.from(
          toUbl(documentOfCreditNote(note), await completeSeller(reader, 'creditNotes', note.id), format),
        ),
  )
