import { type BillTo, currencyDecimals, type Invoice, type Movement, plainDecimal } from '#contract'
import type { Reader } from '#platform'
import { movementsOf } from '../inventory/index.ts'
import { fromUnits, toUnits } from './arithmetic/units.ts'
import { billTo } from './bill-to.ts'
import type { InvoiceRow } from './rows.ts'

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
