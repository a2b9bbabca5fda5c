import { sql } from 'kysely'
import type { z } from 'zod'
import { Decimal, type recallLot } from '#contract'
import type { Reader } from '#database'
import { plain } from '../items/rows.ts'
import { sides } from '../ledger/stock.ts'

export type Recipient = z.input<typeof recallLot.result>['data'][number]

interface Row extends Omit<Recipient['patient'], 'address'> {
  addressLine: string | null
  city: string | null
  region: string | null
  postalCode: string | null
  country: string | null
  quantity: string
  invoices: (Omit<Recipient['invoices'][number], 'quantity'> & { quantity: string })[]
}

/**
 * Returns the patients who have items of a lot, after the one with id `after`: what invoices took less what credit notes and
 * voids put back. Invoices belong to the survivor of a merge.
 */
export async function findRecipients(
  tx: Reader,
  lotId: string,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<Recipient[]> {
  const { rows } = await sql<Row>`
    with sold as (
      select source_line, sum(case when to_location = ${sides.consumption} then quantity else -quantity end) as quantity
      from stock_movements where lot_id = ${lotId} and source_line is not null
      group by source_line
    ), billed as (
      select invoices.patient_id, invoices.id, invoices.number, invoices.issue_date, sum(sold.quantity) as quantity
      from sold
      join invoice_lines on invoice_lines.id = sold.source_line
      join invoices on invoices.id = invoice_lines.invoice_id
      where sold.quantity > 0 ${after ? sql`and invoices.patient_id > ${after}::uuid` : sql``}
      group by invoices.id
    ), received as (
      select patient_id, sum(quantity) as quantity, json_agg(json_build_object(
        'id', id, 'number', number, 'issueDate', issue_date, 'quantity', quantity::text) order by issue_date, id) as invoices
      from billed group by patient_id order by patient_id limit ${limit}
    )
    select patients.id, given_name, family_name, birth_date, phone, email, address_line, city, region, postal_code, country,
      received.quantity, received.invoices
    from received join patients on patients.id = received.patient_id
    order by patients.id`.execute(tx)
  return rows.map(({ quantity, invoices, addressLine, city, region, postalCode, country, ...patient }) => ({
    patient: { ...patient, address: { line: addressLine, city, region, postalCode, country } },
    quantity: plain(Decimal.of(quantity)),
    invoices: invoices.map((invoice) => ({ ...invoice, quantity: plain(Decimal.of(invoice.quantity)) })),
  }))
}
