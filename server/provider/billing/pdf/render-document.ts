import type { Seller } from '#contract'
import {
  billingDocument,
  type CreditNote,
  documentContent,
  type Invoice,
  printed,
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
 * Creates a PDF/A-3b of an invoice or a credit note, byte-identical for the same input.
 * @throws Refusal `busy` if fifty others are waiting, or if this one takes too long or too much memory; with a profile, as
 * `toCii` does
 */
export const renderDocument = async (
  document: Invoice | CreditNote,
  seller: Seller,
  { profile, turn }: Options = {},
): Promise<Buffer> => {
  const content = documentContent(printed(document), seller)
  const eInvoice = profile && refusing(() => toCii(billingDocument(document), seller))
  return print({ template: 'invoice', content, ...(eInvoice && { eInvoice }) }, turn)
}
