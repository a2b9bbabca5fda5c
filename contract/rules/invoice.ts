import { z } from 'zod'
import { decimal } from './decimals.ts'
import { date, id, named, timestamp } from './fields.ts'
import { taxCategories } from './money.ts'
import { movement } from './movement.ts'
import { patientId } from './patient-id.ts'

// Terms and arithmetic follow EN 16931-1. BT-n is one of its business terms, BR-n one of its rules.

const billTo = z
  .strictObject({
    name: z.string(),
    line: z.string().nullable(),
    city: z.string().nullable(),
    region: z.string().nullable(),
    postalCode: z.string().nullable(),
    country: z.string().nullable(),
    email: z.string().nullable(),
    electronicAddress: z.string().nullable().describe('BT-49: scheme and value, such as `0204:991-01484-64`'),
    taxId: z.string().nullable(),
    patientName: z.string().describe('The patient, even if someone else is billed'),
  })
  .meta({ id: 'BillTo' })
export type BillTo = z.output<typeof billTo>

const tax = { taxCategory: z.enum(taxCategories), taxRate: decimal.describe('Percent') }

const invoiceLine = z
  .strictObject({
    id,
    description: z.string(),
    code: z.string().nullable(),
    quantity: decimal,
    unitPrice: decimal.describe('Includes tax if the invoice’s `taxMode` is `inclusive`'),
    discountPercent: decimal.nullable(),
    discountAmount: decimal.nullable(),
    discount: decimal.describe('Amount deducted, rounded to the minor unit'),
    ...tax,
    net: decimal.describe('BT-131: excluding tax, before invoice discounts'),
    tax: decimal.describe('The line’s share of the tax at its rate, before invoice discounts'),
    gross: decimal,
    itemId: id.nullable(),
    lot: z.string().nullable(),
    acceptExpired: z.boolean(),
    locationId: id.nullable(),
  })
  .meta({ id: 'InvoiceLine' })
export type InvoiceLine = z.output<typeof invoiceLine>

const documentDiscount = z
  .strictObject({
    reason: z.string(),
    percent: decimal.nullable(),
    amount: decimal.describe('BT-92: excluding tax, rounded to the minor unit'),
    tax: decimal.describe('The tax on the discount'),
    gross: decimal.describe('Including tax. The amount entered if `taxMode` is `inclusive`'),
    ...tax,
  })
  .meta({ id: 'DocumentDiscount', description: 'One entry per tax rate that the discount applies to' })
export type DocumentDiscount = z.output<typeof documentDiscount>

const taxGroup = z
  .strictObject({
    category: z.enum(taxCategories),
    rate: decimal.describe('Percent'),
    taxable: decimal.describe('BT-116'),
    tax: decimal.describe('BT-117: the rate on the taxable amount'),
    rounding: decimal.describe('The part of the rounding amount at this rate'),
    exemptionReason: z.string().nullable(),
  })
  .meta({ id: 'TaxGroup' })
export type TaxGroup = z.output<typeof taxGroup>

export const creditNote = z
  .strictObject({
    id,
    number: z.string(),
    series: z.string(),
    reason: z.string(),
    issueDate: date,
    lines: z.array(
      z
        .strictObject({
          lineId: id,
          description: z.string(),
          code: z.string().nullable(),
          quantity: decimal.nullable().describe('Null if an amount was credited'),
          ...tax,
          net: decimal,
          tax: decimal,
          gross: decimal,
        })
        .meta({ id: 'CreditNoteLine' }),
    ),
    totals: z
      .strictObject({ net: decimal, tax: decimal, rounding: decimal, gross: decimal })
      .meta({ id: 'CreditNoteTotals' }),
    taxBreakdown: z.array(taxGroup),
    issuedAt: timestamp,
    issuedBy: named,
  })
  .meta({ id: 'CreditNote' })
export type CreditNote = z.output<typeof creditNote>

export const paymentMethods = ['cash', 'card', 'transfer', 'direct_debit', 'cheque', 'other'] as const
export type PaymentMethod = (typeof paymentMethods)[number]

export const paymentKinds = ['payment', 'refund', 'reversal'] as const

export const payment = z
  .strictObject({
    id,
    kind: z.enum(paymentKinds),
    amount: decimal.describe('Negative for a refund. A reversal has the opposite amount of what it reverses'),
    method: z.enum(paymentMethods),
    receivedOn: date,
    reference: z.string().nullable(),
    recordedAt: timestamp,
    recordedBy: named,
    reverses: id.nullable().describe('The payment or refund that this one reverses'),
    reversedBy: id.nullable().describe('The reversal of this payment or refund'),
    reason: z.string().nullable().describe('Why it was reversed. Null unless it is a reversal'),
  })
  .meta({ id: 'Payment' })
export type Payment = z.output<typeof payment>

/** How results refer to an issued invoice. */
export const invoiceReference = z.strictObject({ id, number: z.string() }).meta({ id: 'InvoiceReference' })

export const invoiceStatuses = ['draft', 'issued', 'paid', 'void'] as const
export const taxModes = ['exclusive', 'inclusive'] as const
export type TaxMode = (typeof taxModes)[number]

export const invoice = z
  .strictObject({
    id,
    version: z.int(),
    number: z.string().nullable().describe('BT-1, assigned on issue'),
    series: z.string(),
    status: z.enum(invoiceStatuses),
    patientId: patientId.nullable().describe('Null if the patient was erased'),
    billTo: billTo.describe('As of the issue of the invoice'),
    currency: z.string(),
    issueDate: date.nullable(),
    dueDate: date.nullable(),
    termsDays: z.int().nullable(),
    taxMode: z.enum(taxModes),
    lines: z.array(invoiceLine),
    discounts: z.array(documentDiscount),
    buyerReference: z.string().nullable().describe('BT-10, such as a Leitweg-ID'),
    note: z.string().nullable(),
    totals: z
      .strictObject({
        net: decimal.describe('BT-109: excluding tax, after all discounts'),
        discount: decimal.describe('Total of line and invoice discounts, including tax if prices do'),
        tax: decimal.describe('BT-110'),
        rounding: decimal.describe(
          'BT-114: what inclusive prices differ from net + tax, at most a minor unit per rate',
        ),
        gross: decimal.describe('net + tax + rounding'),
        paid: decimal,
        credited: decimal,
        due: decimal.describe('gross - credited - paid. Negative if a refund is owed; 0 for a void invoice'),
      })
      .meta({ id: 'InvoiceTotals' }),
    taxBreakdown: z.array(taxGroup),
    movements: z.array(movement).describe('Stock deducted by the invoice and returned to stock'),
    payments: z.array(payment),
    creditNotes: z.array(creditNote),
    voidReason: z.string().nullable(),
    createdAt: timestamp,
    createdBy: named,
    issuedAt: timestamp.nullable(),
  })
  .meta({ id: 'Invoice' })
export type Invoice = z.output<typeof invoice>

export const computedInvoice = invoice
  .extend({
    id: id.nullable().describe('null in a preview'),
    createdAt: timestamp.nullable().describe('null in a preview'),
  })
  .meta({ id: 'ComputedInvoice' })
export type ComputedInvoice = z.output<typeof computedInvoice>

export const creditNoteDocument = creditNote
  .extend({
    invoiceId: id,
    invoiceNumber: z.string(),
    invoiceIssueDate: date,
    ...invoice.pick({ patientId: true, billTo: true, currency: true, taxMode: true, buyerReference: true })
      .shape,
  })
  .meta({ id: 'CreditNoteDocument' })
export type CreditNoteDocument = z.output<typeof creditNoteDocument>
