import { requestOf } from '#client'
import {
  type CreditNoteDocument,
  getCreditNotePdf,
  getCreditNoteUbl,
  getInvoicePdf,
  getInvoiceUbl,
  type Invoice,
  type UblProfile,
} from '#contract'
import { useAction } from '../../../api.ts'

export type EInvoiceProfile = 'zugferd' | UblProfile

/** The files of an invoice or a credit note. */
export interface DocumentFiles {
  number: string | null
  pdfAddress: string
  isLoading: boolean
  /** Returns a PDF with an e-invoice, or UBL. */
  load(profile: EInvoiceProfile): Promise<Response>
}

export function useInvoiceFiles({ id: invoiceId, number }: Invoice): DocumentFiles {
  const [pdf, ubl] = [useAction(getInvoicePdf), useAction(getInvoiceUbl)]
  return {
    number,
    pdfAddress: requestOf(getInvoicePdf, { invoiceId }).url,
    isLoading: pdf.isPending || ubl.isPending,
    load: (profile) =>
      profile === 'zugferd'
        ? pdf.mutateAsync({ invoiceId, profile })
        : ubl.mutateAsync({ invoiceId, profile }),
  }
}

export function useCreditNoteFiles({ id: creditNoteId, number }: CreditNoteDocument): DocumentFiles {
  const [pdf, ubl] = [useAction(getCreditNotePdf), useAction(getCreditNoteUbl)]
  return {
    number,
    pdfAddress: requestOf(getCreditNotePdf, { creditNoteId }).url,
    isLoading: pdf.isPending || ubl.isPending,
    load: (profile) =>
      profile === 'zugferd'
        ? pdf.mutateAsync({ creditNoteId, profile })
        : ubl.mutateAsync({ creditNoteId, profile }),
  }
}
