import { Decimal } from '#rules/decimal'
import {
  type CreditNoteDocument,
  creditNoteDocument,
  type InvoiceLine,
  type Invoice as InvoiceText,
  invoice as invoiceSchema,
} from '#rules/invoice'
import { type CreditNote, type Invoice, isCreditNote } from '../../documents.ts'
import { longDate } from './wording.ts'

/** What a PDF shows of an invoice or a credit note, as text. */
export interface Printed extends Pick<InvoiceText, 'billTo' | 'currency' | 'taxMode' | 'taxBreakdown'> {
  kind: 'Invoice' | 'Credit note'
  number: string | null
  /** The issue date; a draft has the date of its creation. */
  date: string
  /** Printed across the page. */
  mark: 'DRAFT' | 'VOID' | ''
  /** Printed above the lines. */
  notice: string
  /** Whether the buyer has to pay it. */
  isPayable: boolean
  /** Number, dates and patient, each with its name. */
  facts: [name: string, value: string | null][]
  lines: PrintedLine[]
  sumOfLines: string
  /** Invoice discounts, which are stored per rate, each in one amount. */
  wholeDiscounts: { reason: string; percent: string | null; amount: string }[]
  totals: CreditNoteDocument['totals']
  /** Further texts, each with its title. */
  notes: [title: string, text: string | null][]
}

type OfBoth = Pick<InvoiceLine, 'description' | 'code' | 'taxCategory' | 'taxRate' | 'net' | 'gross'>
export type PrintedLine = OfBoth &
  Partial<Pick<InvoiceLine, 'lot' | 'unitPrice' | 'discount' | 'discountPercent'>> & {
    quantity: string | null
  }

/** Returns what a PDF shows of a document. */
export const printed = (document: Invoice | CreditNote): Printed =>
  isCreditNote(document) ? printedCreditNote(document) : printedInvoice(document)

function printedInvoice(invoice: Invoice): Printed {
  const isInclusive = invoice.taxMode === 'inclusive'
  const discounts = Map.groupBy(invoice.discounts, ({ reason, percent }) => `${percent} ${reason}`)
  const text = invoiceSchema.parse(invoice)
  return {
    ...text,
    kind: 'Invoice',
    date: text.issueDate ?? text.createdAt.slice(0, 10),
    mark: { draft: 'DRAFT', void: 'VOID', issued: '', paid: '' }[text.status] as Printed['mark'],
    notice:
      text.status === 'void'
        ? `This invoice is void. No payment is due.\n${text.voidReason ?? ''}`.trimEnd()
        : '',
    isPayable: (text.status === 'issued' || text.status === 'paid') && invoice.totals.gross.sign > 0,
    facts: [
      ['Number', text.number ?? 'Assigned at issue'],
      ['Date', text.issueDate && longDate(text.issueDate)],
      ['Due', text.dueDate && longDate(text.dueDate)],
      ['Your ref.', text.buyerReference],
      ['Patient', text.billTo.patientName],
    ],
    sumOfLines: String(Decimal.sum(invoice.lines.map(({ net, gross }) => (isInclusive ? gross : net)))),
    wholeDiscounts: [...discounts.values()].map((shares) => ({
      reason: shares[0]!.reason,
      percent: shares[0]!.percent && String(shares[0]!.percent),
      amount: String(Decimal.sum(shares.map(({ amount, gross }) => (isInclusive ? gross : amount)))),
    })),
    notes: [['Note', text.note]],
  }
}

function printedCreditNote(note: CreditNote): Printed {
  const text = creditNoteDocument.parse(note)
  return {
    ...text,
    kind: 'Credit note',
    date: text.issueDate,
    mark: '',
    notice: '',
    isPayable: false,
    facts: [
      ['Number', text.number],
      ['Date', longDate(text.issueDate)],
      ['Invoice', text.invoiceNumber],
      ['Your ref.', text.buyerReference],
      ['Patient', text.billTo.patientName],
    ],
    sumOfLines: text.totals.gross,
    wholeDiscounts: [],
    notes: [['Reason', text.reason]],
  }
}
