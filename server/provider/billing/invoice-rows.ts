import { sql } from 'kysely'
import type { BillTo, Invoice, TaxGroup } from '#contract'
import type { Reader } from '#database'
import type { Payer } from './bill-to.ts'

const person = (id: string, name: string) =>
  sql`json_build_object('id', ${sql.ref(id)}, 'name', ${sql.ref(name)})`

// JSON numbers would be read as doubles, so decimals are selected as text.
const tax = (alias: string) => sql`
  'taxCategory', ${sql.ref(`${alias}.tax_category`)}, 'taxRate', ${sql.ref(`${alias}.tax_rate`)}::text`
const split = (alias: string) => sql`
  'net', ${sql.ref(`${alias}.net`)}::text, 'tax', ${sql.ref(`${alias}.tax`)}::text,
  'gross', ${sql.ref(`${alias}.gross`)}::text`

const linesOfInvoice = sql<Invoice['lines']>`coalesce((
  select json_agg(json_build_object(
    'id', l.id, 'description', l.description, 'code', l.code, 'quantity', l.quantity::text,
    'unitPrice', l.unit_price::text, 'discountPercent', l.discount_percent::text,
    'discountAmount', l.discount_amount::text, 'discount', l.discount::text, ${tax('l')}, ${split('l')},
    'itemId', l.item_id, 'lot', l.lot, 'acceptExpired', l.accept_expired, 'locationId', l.location_id) order by l.position)
  from invoice_lines l where l.invoice_id = invoices.id), '[]')`

const discountsOfInvoice = sql<(Omit<Invoice['discounts'][number], 'amount'> & { net: string })[]>`coalesce((
  select json_agg(json_build_object(
    'reason', d.reason, 'percent', d.percent::text, ${tax('d')}, ${split('d')}) order by d.position)
  from invoice_discounts d where d.invoice_id = invoices.id), '[]')`

const paymentsOfInvoice = sql<Invoice['payments']>`coalesce((
  select json_agg(json_build_object(
    'id', p.id, 'kind', p.kind, 'amount', p.amount::text, 'method', p.method, 'receivedOn', p.received_on,
    'reference', p.reference, 'recordedAt', p.recorded_at, 'recordedBy', ${person('u.id', 'u.name')},
    'reverses', p.reverses, 'reversedBy', r.id, 'reason', p.reason) order by p.recorded_at, p.id)
  from payments p join users u on u.id = p.recorded_by left join payments r on r.reverses = p.id
  where p.invoice_id = invoices.id), '[]')`

type CreditNoteRow = Omit<Invoice['creditNotes'][number], 'totals'> & Invoice['creditNotes'][number]['totals']

/** A credit note as JSON, from `credit_notes c` and `users u`. */
export const creditNoteJson = sql<CreditNoteRow>`json_build_object(
  'id', c.id, 'number', c.number, 'series', c.series, 'reason', c.reason, 'issueDate', c.issue_date, ${split('c')},
  'rounding', c.rounding::text, 'taxBreakdown', c.tax_breakdown, 'issuedAt', c.issued_at, 'issuedBy', ${person('u.id', 'u.name')},
  'lines', (
    select json_agg(json_build_object(
      'lineId', l.id, 'description', l.description, 'code', l.code, 'quantity', n.quantity::text, ${tax('l')},
      ${split('n')}) order by n.position)
    from credit_note_lines n join invoice_lines l on l.id = n.line_id where n.credit_note_id = c.id))`

const creditNotesOfInvoice = sql<CreditNoteRow[]>`coalesce((
  select json_agg(${creditNoteJson} order by c.issued_at, c.id)
  from credit_notes c join users u on u.id = c.issued_by where c.invoice_id = invoices.id), '[]')`

/** Selects invoices with everything but their movements, for the caller to filter. */
export const invoices = (tx: Reader) =>
  tx
    .selectFrom('invoices')
    .leftJoin('patients', 'patients.id', 'invoices.patientId')
    .innerJoin('users', 'users.id', 'invoices.createdBy')
    .select(['invoices.id', 'invoices.version', 'number', 'series', 'status', 'patientId', 'currency'])
    .select(['issueDate', 'dueDate', 'termsDays', 'taxMode', 'buyerReference', 'note'])
    .select(['net', 'discount', 'tax', 'rounding', 'gross', 'paid', 'credited', 'due'])
    .select(['voidReason', 'invoices.createdAt', 'issuedAt', 'restockId'])
    .select(['users.id as createdById', 'users.name as createdByName'])
    .select(['givenName', 'familyName', 'patients.email'])
    .select(['addressLine', 'city', 'region', 'postalCode', 'country'])
    .select([
      sql<Payer | null>`payer`.as('payer'),
      sql<BillTo>`bill_to`.as('billTo'),
      sql<TaxGroup[]>`tax_breakdown`.as('taxBreakdown'),
      linesOfInvoice.as('lines'),
      discountsOfInvoice.as('discounts'),
      paymentsOfInvoice.as('payments'),
      creditNotesOfInvoice.as('creditNotes'),
    ])

export type InvoiceRow = Awaited<ReturnType<ReturnType<typeof invoices>['execute']>>[number]
