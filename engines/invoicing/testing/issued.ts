import { randomUUID as newId } from 'node:crypto'
import { Decimal } from '#rules/decimal'
import type { Letterhead, Seller } from '#rules/letterhead'
import type { TaxCategory } from '#rules/money'
import { type Credit, computeAmountCredit, computeCredit, taxGroupsOf } from '../arithmetic/credit.ts'
import { computeInvoice, type Terms } from '../arithmetic/invoice.ts'
import { toIssued } from '../arithmetic/issued.ts'
import type { CreditNote, Invoice } from '../documents.ts'

const currencies: Record<number, string> = { 0: 'JPY', 2: 'EUR', 3: 'KWD' }

/** A practice that can issue any invoice. */
export const practice: Seller = {
  organisationName: 'Praxis am Park',
  letterhead: {
    line: 'Hauptstraße 1',
    city: 'Berlin',
    region: '',
    postalCode: '10115',
    country: 'DE',
    contactName: 'Front desk',
    phone: '+49 30 123456',
    email: 'desk@practice.example',
    website: 'practice.example',
    electronicAddress: '9930:DE123456789',
    taxId: 'DE123456789',
    registration: 'PR 1234',
    bank: 'Sparkasse Berlin',
    iban: 'DE89370400440532013000',
    bic: 'COBADEFFXXX',
    terms: 'Payable within 30 days.',
  },
}

/** Returns the practice with another letterhead. */
export const practiceWith = (letterhead: Partial<Letterhead>): Seller => ({
  ...practice,
  letterhead: { ...practice.letterhead, ...letterhead },
})

/** An issued invoice of these terms, without a database. Lines without tax have the category `untaxed`. */
export function issued(terms: Terms, changes: Partial<Invoice> = {}, untaxed: TaxCategory = 'E'): Invoice {
  const computed = computeInvoice(terms)
  const zero = Decimal.zero.round(terms.decimals)
  const categoryOf = (category: TaxCategory) => (category === 'E' ? untaxed : category)
  const reason = untaxed === 'Z' ? null : 'No tax is charged'
  return {
    id: newId(),
    version: 1,
    number: 'INV-00001',
    series: 'INV',
    status: 'issued',
    patientId: newId(),
    billTo: {
      name: 'Eleni Papadaki',
      line: 'Odos Ermou 5',
      city: 'Athina',
      region: null,
      postalCode: '10563',
      country: 'GR',
      email: 'eleni@papadaki.example',
      electronicAddress: '9933:EL123456789',
      taxId: 'EL123456789',
      patientName: 'Eleni Papadaki',
    },
    currency: currencies[terms.decimals]!,
    issueDate: '2026-03-01',
    dueDate: '2026-03-31',
    termsDays: 30,
    taxMode: terms.taxMode,
    lines: terms.lines.map((line, at) => ({
      ...line,
      ...computed.lines[at]!,
      id: newId(),
      description: `Treatment ${at + 1}`,
      code: null,
      taxCategory: categoryOf(line.taxCategory),
      itemId: null,
      lot: null,
      acceptExpired: false,
      locationId: null,
    })),
    discounts: computed.discounts.map(({ net, ...discount }) => ({
      ...discount,
      amount: net,
      taxCategory: categoryOf(discount.taxCategory),
    })),
    buyerReference: '04011000-12345-34',
    note: null,
    totals: {
      ...computed.totals,
      paid: zero,
      credited: zero,
      due: computed.totals.gross,
    },
    taxBreakdown: computed.taxes.map(({ taxCategory, taxRate, net, tax, rounding }) => ({
      category: categoryOf(taxCategory),
      rate: taxRate,
      taxable: net,
      tax,
      rounding,
      exemptionReason: taxCategory === 'S' ? null : reason,
    })),
    movements: [],
    payments: [],
    creditNotes: [],
    voidReason: null,
    createdAt: '2026-03-01T09:00:00.000Z',
    createdBy: { id: newId(), name: 'Mira Member' },
    issuedAt: '2026-03-01T09:00:00.000Z',
    ...changes,
  }
}

/** A credit note for the first line of an invoice, or for a third of what is left of all lines. */
export function creditNoteFor(invoice: Invoice, byAmount: boolean): CreditNote {
  const { lines, totals } = invoice
  const { scale } = totals.gross
  const third = totals.gross.dividedBy(Decimal.of('3'), scale, 'ceiling')
  const ids = lines.map(({ id }) => id)
  const credit = byAmount
    ? computeAmountCredit(toIssued(invoice), [], ids, third)
    : computeCredit(toIssued(invoice), [], [{ lineId: ids[0]!, quantity: lines[0]!.quantity }])
  return toNote(invoice, credit)
}

/** A credit note for each line of an invoice. */
export function creditNotesFor(invoice: Invoice): CreditNote[] {
  const earlier: Credit[] = []
  return invoice.lines.map(({ id, quantity }) => {
    const credit = computeCredit(toIssued(invoice), earlier, [{ lineId: id, quantity }])
    earlier.push(credit)
    return toNote(invoice, credit)
  })
}

function toNote(invoice: Invoice, credit: Credit): CreditNote {
  const { lines, taxBreakdown, currency, billTo, patientId, taxMode } = invoice
  return {
    id: newId(),
    number: 'CN-00001',
    series: 'CN',
    reason: 'Returned',
    issueDate: '2026-04-01',
    issuedAt: '2026-04-01T09:00:00.000Z',
    issuedBy: invoice.createdBy,
    invoiceId: invoice.id,
    invoiceNumber: invoice.number!,
    invoiceIssueDate: invoice.issueDate!,
    patientId,
    billTo,
    currency,
    taxMode,
    buyerReference: invoice.buyerReference,
    lines: credit.lines.map((credited) => {
      const { description, code, taxCategory, taxRate } = lines.find(({ id }) => id === credited.lineId)!
      return { description, code, taxCategory, taxRate, ...credited }
    }),
    totals: credit.totals,
    taxBreakdown: taxGroupsOf(credit, taxBreakdown),
  }
}
