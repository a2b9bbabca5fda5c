import { sql } from 'kysely'
import { record } from '#audit'
import type { Actor, BillTo, Series } from '#contract'
import { type Transaction, violatedConstraint } from '#database'
import { invalidField } from '#platform'
import { invoiceTarget } from './audit-target.ts'
import type { DatesAtIssue } from './dates.ts'
import type { Invoice } from './invoice.ts'
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
 * Takes the next ordinal of a series and the time of issue, as a CTE for the statement that uses them. From here until
 * `tx` ends, the others of the series wait, so numbers have no gaps and are in the order of issue. So use it last.
 */
export const nextInSeries = ({ name, prefix, digits }: Series) => sql`next_in_series as (
    insert into invoice_series_counters as counter (series, last) values (${name}, 1)
    on conflict (series) do update set last = counter.last + 1
    returning last as ordinal, ${prefix}::text || lpad(last::text, greatest(${digits}::int, length(last::text)), '0') as number,
      clock_timestamp() as at
  )`

/**
 * Issues a draft: assigns its number and freezes it. Returns the fields that changed.
 * @throws Refusal `validation_failed` for `series` if its next number is taken
 */
export async function assignNumber(tx: Transaction, invoice: Issue): Promise<Issued> {
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
  const issued = rows[0]!
  await record(tx, actor, 'invoice.issue', invoiceTarget({ id, number: issued.number }))
  return issued
}

type Issued = Pick<Invoice, 'version' | 'status' | 'number' | 'issuedAt'>

/** Two series can produce the same number if their prefixes were changed or overlap. */
export async function refuseTakenNumber<T>(issuing: Promise<T>): Promise<T> {
  try {
    return await issuing
  } catch (error) {
    if (violatedConstraint(error)?.endsWith('_number_taken'))
      throw invalidField('series', 'Its next number is already used by another series. Change its prefix.')
    throw error
  }
}
