import { z } from 'zod'
import { decimalInput, quantityInput, unitPriceInput } from './decimals.ts'
import { date, email, id, listQuery, page, text } from './fields.ts'
import { computedInvoice, invoice, invoiceStatuses, paymentMethods, taxModes } from './invoice.ts'
import { amountInput, currency, percentInput, taxCategories } from './money.ts'
import { operation } from './operation.ts'

const everyone = ['owner', 'admin', 'member'] as const

const lineInput = z.strictObject({
  description: text(1, 500),
  code: text(1, 50).nullable().optional(),
  quantity: quantityInput,
  unitPrice: unitPriceInput,
  discountPercent: percentInput.nullable().optional().describe('Either this or discountAmount'),
  discountAmount: amountInput.nullable().optional(),
  taxRate: percentInput
    .nullable()
    .optional()
    .describe('Percent; where left out, the default of the settings'),
  taxCategory: z.enum(taxCategories).nullable().optional(),
  itemId: id.nullable().optional().describe('Taken from stock when the invoice is issued'),
  lot: text(1, 100).nullable().optional().describe('Otherwise what expires first goes out first'),
  locationId: id.nullable().optional(),
})

const discountInput = z.strictObject({
  reason: text(1, 200).optional(),
  percent: percentInput.nullable().optional().describe('Either this or amount'),
  amount: amountInput.nullable().optional(),
  taxRate: percentInput.nullable().optional().describe('Where left out, it is shared out over all rates'),
  taxCategory: z.enum(taxCategories).nullable().optional(),
})

const payerInput = z.strictObject({
  name: text(1, 200),
  line: text(1, 300).nullable().optional(),
  city: text(1, 200).nullable().optional(),
  region: text(1, 200).nullable().optional(),
  postalCode: text(1, 20).nullable().optional(),
  country: text(2, 2)
    .regex(/^[A-Z]{2}$/, 'Enter the two letters of ISO 3166, such as DE')
    .nullable()
    .optional(),
  email: email.nullable().optional(),
  taxId: text(1, 50).nullable().optional(),
})

/** What an invoice says before it is computed. */
const content = {
  patientId: id,
  currency: currency.optional(),
  series: text(1, 20).optional().describe('One of the settings; the first where left out'),
  issueDate: date
    .optional()
    .describe('Otherwise the day on which it is issued, in the organisation’s time zone'),
  dueDate: date.optional().describe('Either this or termsDays'),
  termsDays: z.number().int().min(0).max(365).optional(),
  taxMode: z.enum(taxModes).optional().describe('Whether prices are with tax; exclusive where left out'),
  lines: z.array(lineInput).min(1, 'Enter at least one line').max(200, 'At most 200 lines'),
  discounts: z.array(discountInput).max(20, 'At most 20 discounts').optional(),
  payer: payerInput.optional().describe('Who is billed, where it is not the patient'),
  note: text(1, 2000).optional(),
}

export const createInvoice = operation({
  id: 'billing.createInvoice',
  method: 'POST',
  path: '/api/billing/create-invoice',
  summary: 'Make an invoice and issue it, or keep it as a draft, or only compute it.',
  allow: everyone,
  body: z.strictObject({
    ...content,
    draft: z.boolean().optional().describe('Do not issue it yet'),
    preview: z.boolean().optional().describe('Compute everything, and write nothing'),
  }),
  result: computedInvoice,
  status: 201,
  otherStatuses: [200],
  errors: [
    'patient_not_found',
    'patient_merged',
    'item_not_found',
    'location_not_found',
    'lot_not_found',
    'insufficient_stock',
  ],
})

const params = z.strictObject({ invoiceId: id })

export const listInvoices = operation({
  id: 'billing.listInvoices',
  method: 'GET',
  path: '/api/billing/invoices',
  summary: 'List the invoices, newest first.',
  allow: everyone,
  query: listQuery.extend({
    status: z.enum(invoiceStatuses).optional(),
    patientId: id.optional().describe('A retired record finds its survivor’s'),
    q: text(1, 200).optional().describe('Part of the number or of the name it was billed to'),
    from: date.optional().describe('Issued on or after; drafts by the day they were made'),
    to: date.optional().describe('Issued on or before'),
    overdue: z
      .enum(['true'])
      .optional()
      .describe('Only those past their due date with something left to pay'),
  }),
  result: page(invoice),
  mcp: { readOnly: true, destructive: false },
})

export const getInvoice = operation({
  id: 'billing.getInvoice',
  method: 'GET',
  path: '/api/billing/invoices/:invoiceId',
  summary: 'Give one invoice.',
  allow: everyone,
  params,
  result: invoice,
  errors: ['invoice_not_found'],
  mcp: { readOnly: true, destructive: false },
})

export const updateInvoice = operation({
  id: 'billing.updateInvoice',
  method: 'PATCH',
  path: '/api/billing/invoices/:invoiceId',
  summary: 'Replace what a draft says.',
  allow: everyone,
  params,
  body: z.strictObject({
    ...content,
    version: z.number().int().optional().describe('What was read; refused as stale_version when it moved'),
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
  summary: 'Delete a draft.',
  allow: everyone,
  params,
  result: z.strictObject({ id }),
  errors: ['invoice_not_found', 'invoice_issued'],
})

export const issueInvoice = operation({
  id: 'billing.issueInvoice',
  method: 'POST',
  path: '/api/billing/invoices/:invoiceId/issue',
  summary: 'Issue a draft: it gets its number, takes its items from stock, and is frozen.',
  allow: everyone,
  params,
  result: invoice,
  errors: [
    'invoice_not_found',
    'invoice_issued',
    'location_not_found',
    'lot_not_found',
    'insufficient_stock',
  ],
})

export const recordPayment = operation({
  id: 'billing.recordPayment',
  method: 'POST',
  path: '/api/billing/invoices/:invoiceId/payments',
  summary: 'Record a payment, or with a negative amount money given back after a credit note.',
  allow: everyone,
  params,
  body: z.strictObject({
    amount: decimalInput({ sign: 'not zero', digits: 12, decimals: 3 }),
    method: z.enum(paymentMethods),
    receivedOn: date
      .optional()
      .describe('Not in the future; otherwise today, in the organisation’s time zone'),
    reference: text(1, 200).optional(),
  }),
  result: invoice,
  status: 201,
  errors: ['invoice_not_found', 'invoice_not_issued', 'invoice_void', 'overpayment'],
})

export const createCreditNote = operation({
  id: 'billing.createCreditNote',
  method: 'POST',
  path: '/api/billing/invoices/:invoiceId/credit-notes',
  summary: 'Credit an invoice, or some of its lines.',
  allow: everyone,
  params,
  body: z.strictObject({
    lines: z
      .array(
        z.strictObject({
          lineId: id,
          quantity: quantityInput.optional().describe('Otherwise all that is left'),
        }),
      )
      .min(1, 'Name at least one line')
      .max(200, 'At most 200 lines')
      .optional()
      .describe('Otherwise all that is left of the invoice'),
    reason: text(1, 1000),
    restock: z.boolean().optional().describe('Put what is credited back into stock'),
  }),
  result: invoice,
  status: 201,
  errors: ['invoice_not_found', 'invoice_not_issued', 'invoice_void', 'credit_exceeds_invoice'],
})

export const voidInvoice = operation({
  id: 'billing.voidInvoice',
  method: 'POST',
  path: '/api/billing/invoices/:invoiceId/void',
  summary: 'Void an invoice on which nothing was paid or credited; its number stays taken.',
  allow: ['owner', 'admin'],
  params,
  body: z.strictObject({
    reason: text(1, 1000),
    restock: z.boolean().optional().describe('Put what it took back into stock'),
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
  summary: 'Give the invoice as a PDF; a draft is marked as one.',
  allow: everyone,
  params,
  result: { media: ['application/pdf'] },
  errors: ['invoice_not_found'],
})

export const getInvoiceUbl = operation({
  id: 'billing.getInvoiceUbl',
  method: 'GET',
  path: '/api/billing/invoices/:invoiceId/ubl',
  summary: 'Give an issued invoice as UBL 2.1, after EN 16931.',
  allow: everyone,
  params,
  result: { media: ['application/xml'] },
  errors: [
    'invoice_not_found',
    'invoice_not_issued',
    'invoice_void',
    'letterhead_incomplete',
    'invoice_not_en16931',
  ],
})
