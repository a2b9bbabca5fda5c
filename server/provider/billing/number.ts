import { sql } from 'kysely'
import type { Actor, BillTo, Invoice, Series } from '#contract'
import { invalidField, type Transaction, violatedConstraint } from '#platform'
import type { DatesAtIssue } from './dates.ts'
import type { Seller } from './seller.ts'

interface Issue extends DatesAtIssue {
  id: string
  version: number
  billTo: BillTo
  series: Series
  seller: Seller
  actor: Actor
}

/**
 * Takes the next ordinal of a series, and with it the time of issue, for the statement that follows. All others of the
 * series wait from here until `tx` ends, so that numbers are given in the order of issue and without gaps; hence this
 * comes last.
 */
export const nextInSeries = ({ name, prefix, digits }: Series) => sql`next_in_series as (
    insert into invoice_series_counters as counter (series, last) values (${name}, 1)
    on conflict (series) do update set last = counter.last + 1
    returning last as ordinal, ${prefix}::text || lpad(last::text, greatest(${digits}::int, length(last::text)), '0') as number,
      clock_timestamp() as at
  )`

/**
 * Gives a draft its number and freezes it. Gives what it has then.
 * @throws Refusal `validation_failed` for `series` where its prefix leads to a number that is taken
 */
export async function giveNumber(tx: Transaction, invoice: Issue): Promise<Issued> {
  const { id, version, billTo, series, actor, issueDate, dueDate, termsDays } = invoice
  const { organisationName, letterhead } = invoice.seller
  const issuing = sql<Issued>`
    with ${nextInSeries(series)}
    update invoices set
      status = case when gross = 0 then 'paid' else 'issued' end,
      ordinal = next_in_series.ordinal, number = next_in_series.number,
      issued_at = next_in_series.at, issued_by = ${actor.userId}::uuid,
      issue_date = ${issueDate}::date, due_date = ${dueDate}::date, terms_days = ${termsDays}::int,
      day = ${issueDate}::date, bill_to = ${JSON.stringify(billTo)}::jsonb,
      seller = ${JSON.stringify({ organisationName, letterhead })}::jsonb,
      version = ${version}::int, updated_at = now()
    from next_in_series where id = ${id}::uuid
    returning invoices.version, invoices.status, invoices.number, invoices.issued_at`
  const { rows } = await refuseTakenNumber(issuing.execute(tx))
  return rows[0]!
}

type Issued = Pick<Invoice, 'version' | 'status' | 'number' | 'issuedAt'>

/** Series whose prefixes were changed, or had one begin like the other, can lead to one text. */
export async function refuseTakenNumber<T>(issuing: Promise<T>): Promise<T> {
  try {
    return await issuing
  } catch (error) {
    if (violatedConstraint(error)?.endsWith('_number_taken'))
      throw invalidField('series', 'Its next number is taken by another series; give it another prefix')
    throw error
  }
}
