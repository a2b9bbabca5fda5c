import { z } from 'zod'
import { decimal } from './decimals.ts'
import { date, id } from './fields.ts'
import { invoiceReference, paymentKinds, paymentMethods } from './invoice.ts'
import { patientId } from './patient-id.ts'

const statementEntry = z
  .strictObject({
    kind: z.enum(['invoice', 'credit_note', 'void', ...paymentKinds]),
    id: id.describe('Of the invoice, credit note or payment'),
    date: date.describe('Of issue, voiding or payment'),
    number: z.string().nullable().describe('Of the invoice or credit note. Null for payments'),
    invoice: invoiceReference,
    method: z.enum(paymentMethods).nullable().describe('Null unless it is a payment, refund or reversal'),
    reference: z.string().nullable(),
    debit: decimal.nullable().describe('What it adds to the balance. Null if it is a credit'),
    credit: decimal.nullable().describe('What it takes off the balance. Null if it is a debit'),
    balance: decimal.describe('After this entry'),
  })
  .meta({ id: 'StatementEntry' })
export type StatementEntry = z.output<typeof statementEntry>

/** The entries of one currency. opening + debits - credits = closing. */
const account = z
  .strictObject({
    currency: z.string(),
    opening: decimal.describe(
      'The balance before `from`: what the patient owes, negative if the clinic does',
    ),
    entries: z.array(statementEntry).describe('By date, and by time within a date'),
    closing: decimal.describe('The balance after `to`. Without `to`, the amount due of all invoices'),
    overdue: decimal.describe('What is past its due date today, of all invoices. It ignores the period'),
  })
  .meta({ id: 'StatementAccount' })

export const statement = z
  .strictObject({
    patientId: patientId.describe('The surviving record, if the patient was merged'),
    from: date.nullable(),
    to: date.nullable(),
    accounts: z.array(account).describe('One for each currency with an opening balance or entries'),
  })
  .meta({ id: 'Statement' })
export type Statement = z.output<typeof statement>

/** The most entries of a statement. A longer one needs a shorter period. */
export const mostStatementEntries = 1000
