import { Decimal } from '#rules/decimal'
import type { BillTo } from '#rules/invoice'
import { type CreditNote, type Invoice, type InvoiceLine, isCreditNote, type TaxGroup } from '../documents.ts'

/** UNTDID 1001 */
export const typeCodes = { Invoice: '380', CreditNote: '381' }

/** What UBL and CII state about an invoice or a credit note. */
export interface BillingDocument {
  kind: 'Invoice' | 'CreditNote'
  number: string
  issueDate: string
  dueDate: string | null
  /** BG-3: the invoice that a credit note credits. */
  preceding: { number: string; issueDate: string } | null
  /** BG-1 */
  notes: (string | null)[]
  billTo: BillTo
  /** BT-10 */
  buyerReference: string | null
  currency: string
  lines: DocumentLine[]
  discounts: Invoice['discounts']
  taxBreakdown: TaxGroup[]
  totals: Pick<Invoice['totals'], 'net' | 'tax' | 'rounding' | 'gross'>
}

export interface DocumentLine
  extends Pick<InvoiceLine, 'description' | 'code' | 'lot' | 'taxCategory' | 'taxRate' | 'net'> {
  note: string | null
  quantity: Decimal
  /** Excluding tax. If null, it is derived from the net. */
  unitPrice: Decimal | null
  /** Excluding tax. */
  discount: Decimal | null
}

export const billingDocument = (document: Invoice | CreditNote): BillingDocument =>
  isCreditNote(document) ? ofCreditNote(document) : ofInvoice(document)

/** The payments and credit notes of an invoice are no part of it. */
const ofInvoice = (invoice: Invoice): BillingDocument => ({
  ...invoice,
  kind: 'Invoice',
  number: invoice.number ?? '',
  issueDate: invoice.issueDate ?? '',
  preceding: null,
  notes: [invoice.note, patientNote(invoice.billTo)],
  lines: invoice.lines.map((line) => lineOfInvoice(line, invoice)),
})

function lineOfInvoice(line: InvoiceLine, { taxMode }: Invoice): DocumentLine {
  const { discount, unitPrice } = line
  const isDiscounted = discount.sign > 0
  if (taxMode === 'exclusive')
    return { ...line, note: null, unitPrice, discount: isDiscounted ? discount : null }
  const note = isDiscounted ? `The price includes a discount of ${discount} (including tax)` : null
  return { ...line, note, unitPrice: null, discount: null }
}

/** Its lines include their share of the invoice discounts. A line that was credited by amount counts as one piece. */
const ofCreditNote = (note: CreditNote): BillingDocument => ({
  ...note,
  kind: 'CreditNote',
  dueDate: null,
  preceding: { number: note.invoiceNumber, issueDate: note.invoiceIssueDate },
  notes: [note.reason, patientNote(note.billTo)],
  discounts: [],
  lines: note.lines.map((line) => ({
    ...line,
    lot: null,
    note: null,
    quantity: line.quantity ?? Decimal.of('1'),
    unitPrice: null,
    discount: null,
  })),
})

const patientNote = ({ patientName, name }: BillTo): string | null =>
  patientName === name ? null : `Patient: ${patientName}`
