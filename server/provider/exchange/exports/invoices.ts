import { sql } from 'kysely'
import { invoices } from '../../billing/invoice-rows.ts'
import { toInvoices } from '../../billing/to-invoice.ts'
import { externalId } from './external-id.ts'
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
  async (tx, limit, after) => {
    const rows = await invoices(tx)
      .select(externalId('patients', 'invoices.patient_id'))
      .$if(after !== undefined, (query) => query.where('invoices.id', '>', after!))
      .orderBy('invoices.id')
      .limit(limit)
      .execute()
    const found = await toInvoices(tx, rows)
    return found.map((invoice, n) => ({ ...invoice, patientExternalId: rows[n]!.externalId }))
  },
  ({ totals, ...invoice }) => ({ ...invoice, ...totals }),
  sql`select distinct patient_id from invoices where patient_id is not null`,
)
