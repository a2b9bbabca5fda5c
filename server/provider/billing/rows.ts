import { sql } from 'kysely'
import {
  type BillTo,
  currencyDecimals,
  type Invoice,
  type Movement,
  plainDecimal,
  type TaxGroup,
} from '#contract'
import type { Reader } from '#platform'
import { movementsOf } from '../inventory/index.ts'
import { fromUnits, toUnits } from './arithmetic/units.ts'
import { billTo, type Payer } from './bill-to.ts'

const person = (id: string, name: string) =>
  sql`json_build_object('id', ${sql.ref(id)}, 'name', ${sql.ref(name)})`

// Numbers of JSON are no exact decimals for whoever reads them, so all are written as text.
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
    'itemId', l.item_id, 'lot', l.lot, 'locationId', l.location_id) order by l.position)
  from invoice_lines l where l.invoice_id = invoices.id), '[]')`

const discountsOfInvoice = sql<(Invoice['discounts'][number] & { net: string })[]>`coalesce((
  select json_agg(json_build_object(
    'reason', d.reason, 'percent', d.percent::text, ${tax('d')}, ${split('d')}) order by d.position)
  from invoice_discounts d where d.invoice_id = invoices.id), '[]')`

const paymentsOfInvoice = sql<Invoice['payments']>`coalesce((
  select json_agg(json_build_object(
    'id', p.id, 'amount', p.amount::text, 'method', p.method, 'receivedOn', p.received_on, 'reference', p.reference,
    'recordedAt', p.recorded_at, 'recordedBy', ${person('u.id', 'u.name')}) order by p.recorded_at, p.id)
  from payments p join users u on u.id = p.recorded_by where p.invoice_id = invoices.id), '[]')`

const creditNotesOfInvoice = sql<Invoice['creditNotes']>`coalesce((
  select json_agg(json_build_object(
    'id', c.id, 'number', c.number, 'reason', c.reason, 'issueDate', c.issue_date, ${split('c')},
    'taxBreakdown', c.tax_breakdown, 'issuedAt', c.issued_at, 'issuedBy', ${person('u.id', 'u.name')},
    'lines', (
      select json_agg(json_build_object(
        'lineId', l.id, 'description', l.description, 'quantity', n.quantity::text, ${tax('l')}, ${split('n')})
        order by n.position)
      from credit_note_lines n join invoice_lines l on l.id = n.line_id where n.credit_note_id = c.id))
    order by c.ordinal)
  from credit_notes c join users u on u.id = c.issued_by where c.invoice_id = invoices.id), '[]')`

/** Invoices with all that belongs to them but their movements, for the caller to narrow down. */
export const invoices = (tx: Reader) =>
  tx
    .selectFrom('invoices')
    .innerJoin('patients', 'patients.id', 'invoices.patientId')
    .innerJoin('users', 'users.id', 'invoices.createdBy')
    .select([
      'invoices.id',
      'invoices.version',
      'number',
      'series',
      'status',
      'patientId',
      'currency',
      'issueDate',
    ])
    .select([
      'dueDate',
      'termsDays',
      'taxMode',
      'note',
      'net',
      'discount',
      'tax',
      'gross',
      'paid',
      'credited',
      'due',
    ])
    .select(['voidReason', 'invoices.createdAt', 'issuedAt', 'restockId'])
    .select(['users.id as createdById', 'users.name as createdByName'])
    .select([
      'givenName',
      'familyName',
      'patients.email',
      'addressLine',
      'city',
      'region',
      'postalCode',
      'country',
    ])
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

/** The rows as the contract has invoices, with what they took from stock. */
export async function toInvoices(tx: Reader, rows: InvoiceRow[]): Promise<Invoice[]> {
  const stocked = rows.filter(({ lines }) => lines.some(({ itemId }) => itemId))
  const movements = await movementsOf(tx, stocked.flatMap(documentsOf))
  const ofDocument = Map.groupBy(movements, ({ documentId }) => documentId)
  return rows.map((row) =>
    toInvoice(
      row,
      documentsOf(row).flatMap((id) => ofDocument.get(id) ?? []),
    ),
  )
}

const documentsOf = ({ id, creditNotes, restockId }: InvoiceRow): string[] => [
  id,
  ...creditNotes.map((note) => note.id),
  ...(restockId ? [restockId] : []),
]

function toInvoice(row: InvoiceRow, movements: Movement[]): Invoice {
  const decimals = currencyDecimals(row.currency)
  const money = (amount: string) => fromUnits(toUnits(amount, decimals), decimals)
  const moneyOf = <Row extends { net: string; tax: string; gross: string }>({ net, tax, gross }: Row) => ({
    net: money(net),
    tax: money(tax),
    gross: money(gross),
  })
  const { id, version, number, series, patientId, currency, issueDate, dueDate, termsDays, note } = row
  return {
    id,
    version,
    number,
    series,
    status: row.status as Invoice['status'],
    patientId,
    billTo: row.status === 'draft' ? currentBillTo(row) : row.billTo,
    currency,
    issueDate,
    dueDate,
    termsDays,
    taxMode: row.taxMode as Invoice['taxMode'],
    lines: row.lines.map((line) => ({
      ...line,
      ...moneyOf(line),
      quantity: plain(line.quantity),
      unitPrice: plain(line.unitPrice),
      discountPercent: line.discountPercent && plain(line.discountPercent),
      discountAmount: line.discountAmount && money(line.discountAmount),
      discount: money(line.discount),
      taxRate: plain(line.taxRate),
    })),
    discounts: row.discounts.map(({ net, percent, taxRate, ...discount }) => ({
      ...discount,
      amount: money(net),
      tax: money(discount.tax),
      gross: money(discount.gross),
      percent: percent && plain(percent),
      taxRate: plain(taxRate),
    })),
    note,
    totals: {
      ...moneyOf(row),
      discount: money(row.discount),
      paid: money(row.paid),
      credited: money(row.credited),
      due: money(row.due),
    },
    taxBreakdown: row.taxBreakdown,
    movements,
    payments: row.payments.map((payment) => ({
      ...payment,
      amount: money(payment.amount),
      recordedAt: instant(payment.recordedAt),
    })),
    creditNotes: row.creditNotes.map((creditNote) => {
      const { net, tax, gross, ...rest } = creditNote as typeof creditNote & Invoice['totals']
      return {
        ...rest,
        totals: moneyOf({ net, tax, gross }),
        issuedAt: instant(rest.issuedAt),
        lines: rest.lines.map((line) => ({
          ...line,
          ...moneyOf(line),
          quantity: plain(line.quantity),
          taxRate: plain(line.taxRate),
        })),
      }
    }),
    voidReason: row.voidReason,
    createdAt: row.createdAt,
    createdBy: { id: row.createdById, name: row.createdByName },
    issuedAt: row.issuedAt,
  }
}

function currentBillTo({ addressLine, city, region, postalCode, country, ...row }: InvoiceRow): BillTo {
  return billTo(row.payer, { ...row, address: { line: addressLine, city, region, postalCode, country } })
}

/** Without the zeros that the column's scale adds. */
const plain = (value: string): string => plainDecimal(value) ?? value

/** JSON of PostgreSQL writes times with an offset. */
const instant = (time: string): string => new Date(time).toISOString()
