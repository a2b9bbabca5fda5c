import { sql } from 'kysely'
import { currencyDecimals, Decimal } from '#contract'
import { ofRecords } from './kind.ts'

/** Refunds and reversals too. Their amounts are as the money moved: negative if it was returned. */
export const exportedPayments = ofRecords(
  [
    'id',
    'invoiceId',
    'invoiceNumber',
    'kind',
    'amount',
    'currency',
    'method',
    'receivedOn',
    'reference',
    'recordedAt',
    'recordedBy',
    'reverses',
    'reason',
  ],
  1000,
  (tx, limit, after) =>
    tx
      .selectFrom('payments')
      .innerJoin('invoices', 'invoices.id', 'payments.invoiceId')
      .innerJoin('users', 'users.id', 'payments.recordedBy')
      .select(['payments.id', 'payments.invoiceId', 'invoices.number as invoiceNumber', 'payments.kind'])
      .select(['payments.amount', 'payments.currency', 'payments.method', 'payments.receivedOn'])
      .select(['payments.reference', 'payments.recordedAt', 'users.name as recordedBy'])
      .select(['payments.reverses', 'payments.reason'])
      .$if(after !== undefined, (query) => query.where('payments.id', '>', after!))
      .orderBy('payments.id')
      .limit(limit)
      .execute(),
  ({ amount, ...payment }) => ({
    ...payment,
    amount: Decimal.of(amount).round(currencyDecimals(payment.currency)),
  }),
  sql`select distinct i.patient_id from payments p join invoices i on i.id = p.invoice_id where i.patient_id is not null`,
)
