import type { BillTo } from '#contract'
import type { Reader } from '#database'
import type { Invoice } from '#engines/invoicing'
import { movementsOf } from '../inventory/ledger/movements.ts'
import { billTo, billToAtIssue } from './bill-to.ts'
import { toCreditNote } from './credit-note.ts'
import type { InvoiceRow } from './invoice-rows.ts'
import { amountsIn, plain, toInstant } from './stored-amounts.ts'

/** Converts rows to invoices, with their stock movements. */
export async function toInvoices(tx: Reader, rows: InvoiceRow[]): Promise<Invoice[]> {
  const stocked = rows.filter(({ lines }) => lines.some(({ itemId }) => itemId))
  const movements = await movementsOf(tx, stocked.flatMap(documentsOf))
  const ofDocument = Map.groupBy(movements, ({ documentId }) => documentId)
  return rows.map((row) => ({
    ...toInvoice(row),
    movements: documentsOf(row).flatMap((id) => ofDocument.get(id) ?? []),
  }))
}

const documentsOf = ({ id, creditNotes, restockId }: InvoiceRow): string[] => [
  id,
  ...creditNotes.map((note) => note.id),
  ...(restockId ? [restockId] : []),
]

function toInvoice(row: InvoiceRow): Omit<Invoice, 'movements'> {
  const { money, split, taxGroup } = amountsIn(row.currency)
  const { id, version, number, series, patientId, currency, issueDate, dueDate, termsDays } = row
  return {
    id,
    version,
    number,
    series,
    status: row.status as Invoice['status'],
    patientId,
    billTo: row.status === 'draft' ? currentBillTo(row) : billToAtIssue(row.billTo),
    currency,
    issueDate,
    dueDate,
    termsDays,
    taxMode: row.taxMode as Invoice['taxMode'],
    lines: row.lines.map((line) => ({
      ...line,
      ...split(line),
      quantity: plain(line.quantity),
      unitPrice: plain(line.unitPrice),
      discountPercent: line.discountPercent === null ? null : plain(line.discountPercent),
      discountAmount: line.discountAmount === null ? null : money(line.discountAmount),
      discount: money(line.discount),
      taxRate: plain(line.taxRate),
    })),
    discounts: row.discounts.map(({ net, tax, gross, ...discount }) => ({
      ...discount,
      amount: money(net),
      tax: money(tax),
      gross: money(gross),
      percent: discount.percent === null ? null : plain(discount.percent),
      taxRate: plain(discount.taxRate),
    })),
    buyerReference: row.buyerReference,
    note: row.note,
    totals: {
      ...split(row),
      rounding: money(row.rounding),
      discount: money(row.discount),
      paid: money(row.paid),
      credited: money(row.credited),
      due: money(row.due),
    },
    taxBreakdown: row.taxBreakdown.map(taxGroup),
    payments: row.payments.map((payment) => ({
      ...payment,
      amount: money(payment.amount),
      recordedAt: toInstant(payment.recordedAt),
    })),
    creditNotes: row.creditNotes.map((note) => toCreditNote(note, row.currency)),
    voidReason: row.voidReason,
    createdAt: row.createdAt,
    createdBy: { id: row.createdById, name: row.createdByName },
    issuedAt: row.issuedAt,
  }
}

function currentBillTo({ addressLine, city, region, postalCode, country, ...row }: InvoiceRow): BillTo {
  return billTo(row.payer, { ...row, address: { line: addressLine, city, region, postalCode, country } })
}
