import { invoices } from '../billing/rows.ts'
import { toInvoices } from '../billing/to-invoice.ts'
import { ofRecords } from './kind.ts'

/** Drafts too. Amounts are in the currency of the invoice. */
export const exportedInvoices = ofRecords(
  [
    'id',
    'number',
    'series',
    'status',
    'patientExternalId',
    'currency',
    'issueDate',
    'dueDate',
    'taxMode',
    'net',
    'discount',
    'tax',
    'rounding',
    'gross',
    'paid',
    'credited',
    'due',
    'note',
    'voidReason',
    'createdAt',
    'issuedAt',
    'billTo',
    'lines',
    'discounts',
    'taxBreakdown',
    'creditNotes',
  ],
  200,
  async (tx, limit, after) =>
    toInvoices(
      tx,
      await invoices(tx)
        .$if(after !== undefined, (query) => query.where('invoices.id', '>', after!))
        .orderBy('invoices.id')
        .limit(limit)
        .execute(),
    ),
  ({ totals, patientId, ...invoice }) => ({ ...invoice, ...totals, patientExternalId: patientId }),
)
