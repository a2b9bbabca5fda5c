import { sql } from 'kysely'
import type { Transaction } from '#platform'
import type { Draft } from './content.ts'

/** Writes the lines and discounts of a draft that has none, in one statement. */
export async function insertParts(tx: Transaction, id: string, { lines, discounts }: Draft): Promise<void> {
  await sql`
    with discount as (
      insert into invoice_discounts (
        invoice_id, position, reason, percent, tax_category, tax_rate, net, tax, gross)
      select ${id}::uuid, d.position, d.reason, d.percent, d."taxCategory", d."taxRate", d.net, d.tax, d.gross
      from jsonb_to_recordset(${numbered(discounts)}::jsonb) as d (
        position integer, reason text, percent numeric, "taxCategory" text, "taxRate" numeric, net numeric,
        tax numeric, gross numeric)
    )
    insert into invoice_lines (
      id, invoice_id, position, description, code, quantity, unit_price, discount_percent, discount_amount, discount,
      tax_category, tax_rate, net, tax, gross, item_id, lot, location_id)
    select
      l.id, ${id}::uuid, l.position, l.description, l.code, l.quantity, l."unitPrice", l."discountPercent",
      l."discountAmount", l.discount, l."taxCategory", l."taxRate", l.net, l.tax, l.gross, l."itemId", l.lot,
      l."locationId"
    from jsonb_to_recordset(${numbered(lines)}::jsonb) as l (
      id uuid, position integer, description text, code text, quantity numeric, "unitPrice" numeric,
      "discountPercent" numeric, "discountAmount" numeric, discount numeric, "taxCategory" text, "taxRate" numeric,
      net numeric, tax numeric, gross numeric, "itemId" uuid, lot text, "locationId" uuid)`.execute(tx)
}

const numbered = (parts: object[]): string =>
  JSON.stringify(parts.map((part, position) => ({ ...part, position })))
