import { z } from 'zod'
import { roles } from './actor.ts'
import { operationIn } from './operation.ts'
import { mostByText } from './payments.ts'
import { decimal, decimalInput, quantityInput, unitPriceInput } from './rules/decimals.ts'
import { pdfQuery, profileErrors, ublQuery } from './rules/e-invoices.ts'
import { electronicAddress } from './rules/electronic-address.ts'
import { date, deleted, email, id, listQuery, page, readVersion, text } from './rules/fields.ts'
import { computedInvoice, invoice, invoiceStatuses, paymentMethods, taxModes } from './rules/invoice.ts'
import { amountInput, currency, percentInput, taxCategories } from './rules/money.ts'
import { patientId } from './rules/patient-id.ts'

const operation = operationIn('billing')

const taxInput = z.object({
  taxRate: percentInput.nullable().optional(),
  taxCategory: z.enum(taxCategories).nullable().optional(),
})

/** A rate above zero is category S, and no other (EN 16931 BR-S-05 and similar rules). */
function checkTax({ taxRate, taxCategory }: z.output<typeof taxInput>, { addIssue }: z.RefinementCtx): void {
  if (!taxRate || !taxCategory || (taxCategory === 'S') === taxRate.sign > 0) return
  const message =
    taxCategory === 'S' ? 'Category S needs a rate above zero' : `Category ${taxCategory} needs the rate 0`
  addIssue({ code: 'custom', path: ['taxRate'], message })
}

const lineInput = z
  .strictObject({
    description: text(1, 500),
    code: text(1, 50).nullable().optional(),
    quantity: quantityInput,
    unitPrice: unitPriceInput,
    discountPercent: percentInput.nullable().optional().describe('Use either this or `discountAmount`'),
    discountAmount: amountInput.nullable().optional(),
    taxRate: taxInput.shape.taxRate.describe('Percent. Defaults to the default rate in the settings'),
    taxCategory: taxInput.shape.taxCategory,
    itemId: id.nullable().optional().describe('Deducted from stock when the invoice is issued'),
    lot: text(1, 100).nullable().optional().describe('By default, stock that expires first is used first'),
    acceptExpired: z.boolean().optional().describe('Accept that the named `lot` has expired'),
    locationId: id.nullable().optional(),
  })
  .superRefine((line, context) => {
    const wrong = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message })
    checkTax(line, context)
    if (line.discountPercent && line.discountAmount)
      wrong('discountAmount', 'Enter either this or discountPercent')
    if (line.itemId) return
    for (const field of ['lot', 'acceptExpired', 'locationId'] as const)
      if (line[field]) wrong(field, 'Enter the item, too')
  })
  .meta({ id: 'InvoiceLineInput' })

const discountInput = z
  .strictObject({
    reason: text(1, 200).optional(),
    percent: percentInput.nullable().optional().describe('Use either this or `amount`'),
    amount: amountInput.nullable().optional(),
    taxRate: taxInput.shape.taxRate.describe('By default, the discount is split across all rates'),
    taxCategory: taxInput.shape.taxCategory,
  })
  .superRefine((discount, context) => {
    checkTax(discount, context)
    if (Boolean(discount.percent) === Boolean(discount.amount))
      context.addIssue({ code: 'custom', path: ['amount'], message: 'Enter either this or percent' })
  })
  .meta({ id: 'DiscountInput' })

const payerInput = z
  .strictObject({
    name: text(1, 200),
    line: text(1, 300).nullable().optional(),
    city: text(1, 200).nullable().optional(),
    region: text(1, 200).nullable().optional(),
    postalCode: text(1, 20).nullable().optional(),
    country: text(2, 2)
      .regex(/^[A-Z]{2}$/, 'Enter a two-letter ISO 3166 country code, such as DE')
      .nullable()
      .optional(),
    email: email.nullable().optional(),
    electronicAddress: electronicAddress(1)
      .nullable()
      .optional()
      .describe('BT-49: scheme (EAS) and value, such as `0204:991-01484-64`'),
    taxId: text(1, 50).nullable().optional(),
  })
  .meta({ id: 'PayerInput' })

export const payerFields = Object.keys(payerInput.shape) as (keyof typeof payerInput.shape)[]

/** The fields of an invoice before its totals are computed. */
const content = {
  patientId,
  currency: currency.optional(),
  series: text(1, 20).optional().describe('A number series from the settings. Defaults to the first'),
  issueDate: date
    .optional()
    .describe(
      'Defaults to the day of issue in the organisation’s time zone. Only drafts can have a later date',
    ),
  dueDate: date.optional().describe('Use either this or `termsDays`'),
  termsDays: z.int().min(0).max(365).optional(),
  taxMode: z.enum(taxModes).optional().describe('Whether prices include tax. Defaults to `exclusive`'),
  lines: z.array(lineInput).min(1, 'Enter at least one line').max(200, 'At most 200 lines'),
  discounts: z.array(discountInput).max(20, 'At most 20 discounts').optional(),
  payer: payerInput.optional().describe('Who is billed, if not the patient'),
  buyerReference: text(1, 100)
    .optional()
    .describe('BT-10: what the buyer asks for on its invoices, such as a Leitweg-ID or cost centre'),
  note: text(1, 2000).optional(),
}

export const createInvoice = operation({
  id: 'billing.createInvoice',
  method: 'POST',
  path: '/api/billing/create-invoice',
  summary:
    'Create and issue an invoice. Use `draft` to save it without issuing, or `preview` to only compute it.',
  allow: roles,
  body: z.strictObject({
    ...content,
    draft: z.boolean().optional().describe('Save the invoice without issuing it'),
    preview: z.boolean().optional().describe('Return the computed invoice without saving anything'),
  }),
  result: computedInvoice,
  status: 201,
  otherStatuses: [200],
  errors: [
    'issue_date_out_of_order',
    'patient_not_found',
    'patient_merged',
    'item_not_found',
    'location_not_found',
    'lot_not_found',
    'lot_expired',
    'lot_quarantined',
    'insufficient_stock',
  ],
})

const params = z.strictObject({ invoiceId: id })

/** The most invoices whose amounts due `listInvoices` adds up. */
export const mostInvoicesInTotals = 10_000
/** The most patients whose names a text may begin for amounts to be added up. */
export const mostPatientsByText = 300

export const listInvoices = operation({
  id: 'billing.listInvoices',
  method: 'GET',
  path: '/api/billing/invoices',
  summary: 'List invoices, newest first.',
  allow: roles,
  query: listQuery.extend({
    status: z.enum(invoiceStatuses).optional(),
    patientId: patientId
      .optional()
      .describe('The id of a merged record returns the surviving record’s invoices'),
    q: text(1, 200).optional().describe('Parts of the number and billed name, in any order'),
    from: date.optional().describe('Issued on or after this date. Drafts count by their creation date'),
    to: date.optional().describe('Issued on or before this date'),
    overdue: z
      .enum(['true'])
      .optional()
      .describe('Return only invoices past their due date with an amount due'),
    sort: z
      .enum(['issueDate', '-issueDate', 'dueDate', '-dueDate'])
      .optional()
      .describe(
        'The order; with `-`, the latest date first. Drafts count by their creation date, and without a due date as due last',
      ),
  }),
  result: page(invoice).extend({
    totals: z
      .array(z.strictObject({ currency: z.string(), outstanding: decimal, overdue: decimal }))
      .nullable()
      .describe(
        `The amounts due of all matching invoices, on every page, by currency. Null if more than ${mostInvoicesInTotals} with an amount due match, or if \`q\` finds more than ${mostByText}, or is in the names of more than ${mostPatientsByText} patients`,
      ),
  }),
  mcp: { readOnly: true, destructive: false },
})

export const getInvoice = operation({
  id: 'billing.getInvoice',
  method: 'GET',
  path: '/api/billing/invoices/:invoiceId',
  summary: 'Get an invoice.',
  allow: roles,
  params,
  result: invoice,
  errors: ['invoice_not_found'],
  mcp: { readOnly: true, destructive: false },
})

export const updateInvoice = operation({
  id: 'billing.updateInvoice',
  method: 'PATCH',
  path: '/api/billing/invoices/:invoiceId',
  summary: 'Update a draft invoice. Replaces its whole content.',
  allow: roles,
  params,
  body: z.strictObject({
    ...content,
    version: readVersion,
  }),
  result: invoice,
  errors: [
    'invoice_not_found',
    'invoice_issued',
    'stale_version',
    'patient_not_found',
    'patient_merged',
    'item_not_found',
    'location_not_found',
  ],
})

export const deleteInvoice = operation({
  id: 'billing.deleteInvoice',
  method: 'DELETE',
  path: '/api/billing/invoices/:invoiceId',
  summary: 'Delete a draft invoice.',
  allow: roles,
  params,
  result: deleted,
  errors: ['invoice_not_found', 'invoice_issued'],
})

export const issueInvoice = operation({
  id: 'billing.issueInvoice',
  method: 'POST',
  path: '/api/billing/invoices/:invoiceId/issue',
  summary: 'Issue a draft invoice. Assigns its number, deducts its items from stock and locks it.',
  allow: roles,
  params,
  result: invoice,
  errors: [
    'issue_date_out_of_order',
    'invoice_not_found',
    'invoice_issued',
    'location_not_found',
    'lot_not_found',
    'lot_expired',
    'lot_quarantined',
    'insufficient_stock',
  ],
})

export const recordPayment = operation({
  id: 'billing.recordPayment',
  method: 'POST',
  path: '/api/billing/invoices/:invoiceId/payments',
  summary: 'Record a payment. A negative amount records a refund after a credit note.',
  allow: roles,
  params,
  body: z.strictObject({
    amount: decimalInput({ sign: 'not zero', digits: 12, decimals: 3 }),
    method: z.enum(paymentMethods),
    receivedOn: date
      .optional()
      .describe('Defaults to today in the organisation’s time zone. Cannot be in the future'),
    reference: text(1, 200).optional(),
  }),
  result: invoice,
  status: 201,
  errors: ['invoice_not_found', 'invoice_not_issued', 'invoice_void', 'overpayment'],
})

export const reversePayment = operation({
  id: 'billing.reversePayment',
  method: 'POST',
  path: '/api/billing/payments/:paymentId/reverse',
  summary: 'Reverse a payment or a refund. Adds the opposite amount to its invoice and keeps both.',
  allow: roles,
  params: z.strictObject({ paymentId: id }),
  body: z.strictObject({ reason: text(1, 1000) }),
  result: invoice,
  status: 201,
  errors: ['payment_not_found', 'already_reversed', 'not_reversible'],
})

export const voidInvoice = operation({
  id: 'billing.voidInvoice',
  method: 'POST',
  path: '/api/billing/invoices/:invoiceId/void',
  summary: 'Void an invoice without credit notes, whose payments are all reversed. Its number is not reused.',
  allow: ['owner', 'admin'],
  irreversible: true,
  params,
  body: z.strictObject({
    reason: text(1, 1000),
    restock: z.boolean().optional().describe('Return the invoice’s items to stock'),
  }),
  result: invoice,
  errors: [
    'invoice_not_found',
    'invoice_not_issued',
    'invoice_void',
    'invoice_has_payments',
    'invoice_has_credit_notes',
  ],
})

export const getInvoicePdf = operation({
  id: 'billing.getInvoicePdf',
  method: 'GET',
  path: '/api/billing/invoices/:invoiceId/pdf',
  summary:
    'Download an invoice as a PDF, or as a PDF with an embedded e-invoice. Drafts are labeled as such.',
  allow: roles,
  params,
  query: pdfQuery,
  result: { media: ['application/pdf'], showsPatients: true },
  errors: ['invoice_not_found', 'invoice_not_issued', 'invoice_void', ...profileErrors],
})

export const getInvoiceUbl = operation({
  id: 'billing.getInvoiceUbl',
  method: 'GET',
  path: '/api/billing/invoices/:invoiceId/ubl',
  summary: 'Download an issued invoice as UBL 2.1, according to EN 16931, Peppol or XRechnung.',
  allow: roles,
  params,
  query: ublQuery,
  result: { media: ['application/xml'], showsPatients: true },
  errors: ['invoice_not_found', 'invoice_not_issued', 'invoice_void', ...profileErrors],
})
