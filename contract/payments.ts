import { z } from 'zod'
import { roles } from './actor.ts'
import { operationIn } from './operation.ts'
import { decimal } from './rules/decimals.ts'
import { date, listQuery, page, text } from './rules/fields.ts'
import { invoiceReference, payment, paymentKinds, paymentMethods } from './rules/invoice.ts'
import { currency } from './rules/money.ts'
import { patientId } from './rules/patient-id.ts'

const operation = operationIn('billing')

const listedPayment = payment
  .extend({
    currency: z.string(),
    invoice: invoiceReference,
    patient: z
      .strictObject({ id: patientId, name: z.string() })
      .nullable()
      .describe('Null if the patient was erased'),
    billedTo: z.string().describe('The patient or another payer, as printed on the invoice'),
  })
  .meta({ id: 'ListedPayment' })
export type ListedPayment = z.output<typeof listedPayment>

/** The most payments that `listPayments` adds up. */
export const mostPaymentsInTotals = 10_000
/** The most records that a text may find for their amounts to be added up. */
export const mostByText = 1000

export const listPayments = operation({
  id: 'billing.listPayments',
  method: 'GET',
  path: '/api/billing/payments',
  summary: 'List payments, refunds and reversals by date, newest first.',
  allow: roles,
  query: listQuery.extend({
    from: date.optional().describe('Received on or after this date'),
    to: date.optional().describe('Received on or before this date'),
    kind: z.enum(paymentKinds).optional(),
    reversed: z
      .enum(['true', 'false'])
      .optional()
      .describe(
        '`true`: payments and refunds that were reversed. `false`: those that were not. Neither lists reversals',
      ),
    method: z.enum(paymentMethods).optional(),
    currency: currency.optional(),
    patientId: patientId
      .optional()
      .describe('The id of a merged record returns the surviving record’s payments'),
    q: text(1, 200).optional().describe('Parts of the reference, the invoice number or the billed name'),
  }),
  result: page(listedPayment).extend({
    totals: z
      .array(z.strictObject({ currency: z.string(), amount: decimal }))
      .nullable()
      .describe(
        `The sum of all matching payments, on every page, by currency. Null if more than ${mostPaymentsInTotals} match, or if \`q\` finds more than ${mostByText}`,
      ),
  }),
  mcp: { readOnly: true, destructive: false },
})
