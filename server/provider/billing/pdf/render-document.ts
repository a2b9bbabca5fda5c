import type { Turn } from '#platform'
import { toCii } from '../cii/to-cii.ts'
import type { CreditNote } from '../credit-note.ts'
import type { Invoice } from '../invoice.ts'
import type { Seller } from '../seller.ts'
import { documentOfCreditNote, documentOfInvoice } from '../ubl/document.ts'
import { documentContent } from './content/document.ts'
import { type Printed, printedCreditNote, printedInvoice } from './content/printed.ts'
import { print } from './printer.ts'

interface Options {
  /** Embeds the document as XML, as ZUGFeRD and Factur-X do. */
  profile?: 'zugferd' | undefined
  turn?: Turn | undefined
}

/**
 * Creates a PDF/A-3b of an invoice, byte-identical for the same input.
 * @throws Refusal `busy` if fifty others are waiting, or if this one takes too long or too much memory; with a profile, as
 * `toCii` does
 */
export const renderInvoice = async (
  invoice: Invoice,
  seller: Seller,
  { profile, turn }: Options = {},
): Promise<Buffer> =>
  render(printedInvoice(invoice), seller, profile && toCii(documentOfInvoice(invoice), seller), turn)

/** Creates a PDF/A-3b of a credit note. @throws Refusal as `renderInvoice` does */
export const renderCreditNote = async (
  note: CreditNote,
  seller: Seller,
  { profile, turn }: Options = {},
): Promise<Buffer> =>
  render(printedCreditNote(note), seller, profile && toCii(documentOfCreditNote(note), seller), turn)

const render = (
  document: Printed,
  seller: Seller,
  eInvoice: string | undefined,
  turn?: Turn,
): Promise<Buffer> =>
  print(
    { template: 'invoice', content: documentContent(document, seller), ...(eInvoice && { eInvoice }) },
    turn,
  )
