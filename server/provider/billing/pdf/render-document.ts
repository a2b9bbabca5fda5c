import type { Seller } from '#contract'
import type { CreditNote, Invoice } from '#engines/invoicing'
import {
  documentContent,
  documentOfCreditNote,
  documentOfInvoice,
  type Printed,
  printedCreditNote,
  printedInvoice,
  toCii,
} from '#engines/invoicing'
import type { Turn } from '#platform'
import { refusing } from '../refusing.ts'
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
  render(printedInvoice(invoice), seller, profile && eInvoice(documentOfInvoice(invoice), seller), turn)

/** Creates a PDF/A-3b of a credit note. @throws Refusal as `renderInvoice` does */
export const renderCreditNote = async (
  note: CreditNote,
  seller: Seller,
  { profile, turn }: Options = {},
): Promise<Buffer> =>
  render(printedCreditNote(note), seller, profile && eInvoice(documentOfCreditNote(note), seller), turn)

const eInvoice = (...document: Parameters<typeof toCii>) => refusing(() => toCii(...document))

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
