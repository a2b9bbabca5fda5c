import { sql } from 'kysely'

/**
 * Everything that changes what a patient owes, as rows of one ledger: a positive amount is a debit of the patient. Those of an
 * invoice add up to its amount due.
 */
export const accountEntries = sql`
  select patient_id, currency, issue_date as date, issued_at as at, 'invoice' as kind, id, number, id as invoice_id,
    number as invoice_number, null as method, null as reference, gross as amount
  from invoices where number is not null
  union all
  select patient_id, currency, voided_on, voided_at, 'void', id, number, id, number, null, null, -gross
  from invoices where status = 'void'
  union all
  select i.patient_id, i.currency, c.issue_date, c.issued_at, 'credit_note', c.id, c.number, i.id, i.number, null, null, -c.gross
  from credit_notes c join invoices i on i.id = c.invoice_id
  union all
  select i.patient_id, i.currency, p.received_on, p.recorded_at, p.kind, p.id, null, i.id, i.number, p.method, p.reference,
    -p.amount
  from payments p join invoices i on i.id = p.invoice_id`
