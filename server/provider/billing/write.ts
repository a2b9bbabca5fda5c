import { sql } from 'kysely'
import type { Transaction } from '#database'
import type { Draft } from './content.ts'

/** Inserts a draft with its lines and discounts. Returns when it was created. */
export async function insertDraft(
  tx: Transaction,
  { id, createdBy }: { id: string; createdBy: string },
  draft: Draft,
): Promise<string> {
  const { createdAt } = await tx
    .with('invoice', (db) =>
      db
        .insertInto('invoices')
        .values({ ...columnsOf(draft), id, createdBy })
        .returning(['id', 'createdAt']),
    )
    .with('line', () => linesOf(draft))
    .with('discount', () => discountsOf(draft))
    .selectFrom('invoice')
    .select('createdAt')
    .executeTakeFirstOrThrow()
  return createdAt
}

/** Replaces the content of a draft. */
export async function replaceDraft(
  tx: Transaction,
  { id, version }: { id: string; version: number },
  draft: Draft,
): Promise<void> {
  await tx.deleteFrom('invoiceLines').where('invoiceId', '=', id).execute()
  await tx.deleteFrom('invoiceDiscounts').where('invoiceId', '=', id).execute()
  await tx
    .with('invoice', (db) =>
      db
        .updateTable('invoices')
        .set({ ...columnsOf(draft), version, updatedAt: sql<string>`now()` })
        .where('id', '=', id)
        .returning('id'),
    )
    .with('line', () => linesOf(draft))
    .with('discount', () => discountsOf(draft))
    .selectFrom('invoice')
    .select('id')
    .execute()
}

function columnsOf({ invoice, payer, day }: Draft) {
  const { lines: _lines, discounts: _discounts, billTo, taxBreakdown, totals, ...columns } = invoice
  const { net, discount, tax, rounding, gross } = totals
  const parties = { payer: payer && JSON.stringify(payer), billTo: JSON.stringify(billTo) }
  const amounts = {
    net: String(net),
    discount: String(discount),
    tax: String(tax),
    rounding: String(rounding),
    gross: String(gross),
    taxBreakdown: JSON.stringify(taxBreakdown),
  }
  return { ...columns, ...parties, ...amounts, day }
}

// Both need a CTE named `invoice` that returns the invoice's id.

const linesOf = ({ invoice: { lines } }: Draft) => sql<Record<string, never>>`(
  insert into invoice_lines (
    id, invoice_id, position, description, code, quantity, unit_price, discount_percent, discount_amount, discount,
    tax_category, tax_rate, net, tax, gross, item_id, lot, accept_expired, location_id)
  select
    l.id, invoice.id, l.position, l.description, l.code, l.quantity, l."unitPrice", l."discountPercent",
    l."discountAmount", l.discount, l."taxCategory", l."taxRate", l.net, l.tax, l.gross, l."itemId", l.lot,
    l."acceptExpired", l."locationId"
  from invoice, jsonb_to_recordset(${numbered(lines)}::jsonb) as l (
    id uuid, position integer, description text, code text, quantity numeric, "unitPrice" numeric,
    "discountPercent" numeric, "discountAmount" numeric, discount numeric, "taxCategory" text, "taxRate" numeric,
    net numeric, tax numeric, gross numeric, "itemId" uuid, lot text, "acceptExpired" boolean, "locationId" uuid))`

const discountsOf = ({ invoice: { discounts } }: Draft) => sql<Record<string, never>>`(
  insert into invoice_discounts (
    invoice_id, position, reason, percent, tax_category, tax_rate, net, tax, gross)
  select invoice.id, d.position, d.reason, d.percent, d."taxCategory", d."taxRate", d.amount, d.tax, d.gross
  from invoice, jsonb_to_recordset(${numbered(discounts)}::jsonb) as d (
    position integer, reason text, percent numeric, "taxCategory" text, "taxRate" numeric, amount numeric,
    tax numeric, gross numeric))`

const numbered = (parts: object[]): string =>
  JSON.stringify(parts.map((part, position) => ({ ...part, position })))
