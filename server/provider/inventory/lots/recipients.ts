import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { Decimal, type recallLot } from '#contract'
import type { Reader } from '#database'
import { plain } from '../items/item-rows.ts'
import { sides } from '../ledger/stock.ts'

export type Recipient = z.input<typeof recallLot.result>['data'][number]
type Texts<Row> = Omit<Row, 'quantity'> & { quantity: string }

/** A recipient as JSON, where decimals are text because JSON numbers would be read as doubles. */
export type RecipientJson = Texts<Omit<Recipient, 'invoices'>> & {
  invoices: Texts<Recipient['invoices'][number]>[]
}

interface Part {
  /** The id of the patient after which it begins. */
  after: string | undefined
  limit: number
}

/** The movements of a lot, which are read once for everything about it. */
export const movedOf = (lotId: string): RawBuilder<unknown> => sql`moved as materialized (
  select id, reason, quantity, from_location, to_location, source_line, reverses
  from stock_movements where lot_id = ${lotId})`

/**
 * Selects the patients who have items of `moved`: what invoices took less what credit notes and voids put back. Invoices belong to
 * the survivor of a merge.
 */
export const recipientsOf = ({ after, limit }: Part): RawBuilder<RecipientJson> => sql`
  with ${billedOf(after)}, received as (
    select patient_id, sum(quantity) as quantity, json_agg(json_build_object(
      'id', id, 'number', number, 'issueDate', issue_date, 'quantity', quantity::text) order by issue_date, id) as invoices
    from billed group by patient_id order by patient_id limit ${limit}
  )
  select json_build_object(
      'id', patients.id, 'givenName', given_name, 'familyName', family_name, 'birthDate', birth_date, 'phone', phone,
      'email', email, 'address', json_build_object('line', address_line, 'city', city, 'region', region,
        'postalCode', postal_code, 'country', country)) as patient,
    received.quantity::text as quantity, received.invoices
  from received join patients on patients.id = received.patient_id
  order by patients.id`

/** The invoices with items of `moved`, of patients after an id. */
const billedOf = (after: string | undefined): RawBuilder<unknown> => sql`
  sold as (
    select source_line, sum(case when to_location = ${sides.consumption} then quantity else -quantity end) as quantity
    from moved where source_line is not null
    group by source_line
  ), billed as (
    select invoices.patient_id, invoices.id, invoices.number, invoices.issue_date, sum(sold.quantity) as quantity
    from sold
    join invoice_lines on invoice_lines.id = sold.source_line
    join invoices on invoices.id = invoice_lines.invoice_id
    where sold.quantity > 0 and invoices.patient_id is not null ${after ? sql`and invoices.patient_id > ${after}::uuid` : sql``}
    group by invoices.id
  )`

/** Returns the recipients of a lot, in order of patient id. */
export async function findRecipients(tx: Reader, lotId: string, part: Part): Promise<Recipient[]> {
  const { rows } = await sql<RecipientJson>`
    with ${movedOf(lotId)} select * from (${recipientsOf(part)}) as recipients`.execute(tx)
  return rows.map(toRecipient)
}

/** Returns the ids of the recipients of a lot. */
export async function recipientIds(tx: Reader, lotId: string): Promise<string[]> {
  const { rows } = await sql<{ patientId: string }>`
    with ${movedOf(lotId)}, ${billedOf(undefined)} select distinct patient_id from billed`.execute(tx)
  return rows.map(({ patientId }) => patientId)
}

export const toRecipient = ({ patient, quantity, invoices }: RecipientJson): Recipient => ({
  patient,
  quantity: plain(Decimal.of(quantity)),
  invoices: invoices.map((invoice) => ({ ...invoice, quantity: plain(Decimal.of(invoice.quantity)) })),
})
