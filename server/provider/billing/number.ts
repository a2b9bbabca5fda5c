import { sql } from 'kysely'
import { record } from '#audit'
import type { Actor, BillTo, Series, Settings } from '#contract'
import { type Transaction, violatedConstraint } from '#database'
import { invalidField, Refusal } from '#platform'
import { invoiceTarget } from './audit-target.ts'
import { type DatesAtIssue, datesAtIssue, type GivenDates } from './dates.ts'
import type { Invoice } from './invoice.ts'

interface Issue {
  id: string
  version: number
  dates: GivenDates
  billTo: BillTo
  series: Series
  settings: Settings
  actor: Actor
}

/**
 * Takes the next ordinal of a series and the time of issue, as a CTE for the statement that uses them. From here until
 * `tx` ends, the others of the series wait, so numbers have no gaps and are in the order of issue. So use it last.
 * @param issueDate if earlier than that of the last invoice, no ordinal is returned
 */
export const nextInSeries = (
  { name, prefix, digits }: Series,
  issueDate: string | null = null,
) => sql`next_in_series as (
    insert into invoice_series_counters as counter (series, last, issue_date) values (${name}, 1, ${issueDate}::date)
    on conflict (series) do update set last = counter.last + 1, issue_date = excluded.issue_date
      where (excluded.issue_date >= counter.issue_date) is not false
    returning last as ordinal, ${prefix}::text || lpad(last::text, greatest(${digits}::int, length(last::text)), '0') as number,
      clock_timestamp() as at
  )`

/**
 * Issues a draft: assigns its number and freezes it. Returns the fields that changed.
 * @throws Refusal `validation_failed` for `series` if its next number is taken; `issue_date_out_of_order`
 */
export async function assignNumber(tx: Transaction, invoice: Issue): Promise<Issued> {
  const { id, dates: given, series, settings, actor } = invoice
  for (let dates = datesAtIssue(given, settings); ; ) {
    const [numbered] = await refuseTakenNumber(takeNumber(tx, invoice, dates))
    if (numbered) {
      await record(tx, actor, 'invoice.issue', invoiceTarget({ id, number: numbered.number }))
      return { ...dates, ...numbered }
    }
    // Midnight may have passed while this waited for the others of the series.
    const day = dates.issueDate
    dates = datesAtIssue(given, settings)
    if (dates.issueDate === day) await refuseOutOfOrder(tx, series.name, day)
  }
}

type Numbered = Pick<Invoice, 'version' | 'status' | 'number' | 'issuedAt'>
type Issued = DatesAtIssue & Numbered

/** Returns nothing if the last invoice of the series has a later date. */
async function takeNumber(
  tx: Transaction,
  { id, version, billTo, series, settings, actor }: Issue,
  { issueDate, dueDate, termsDays }: DatesAtIssue,
): Promise<Numbered[]> {
  const { organisationName, letterhead } = settings
  const { rows } = await sql<Numbered>`
    with ${nextInSeries(series, issueDate)}
    update invoices set
      status = case when gross = 0 then 'paid' else 'issued' end,
      ordinal = next_in_series.ordinal, number = next_in_series.number,
      issued_at = next_in_series.at, issued_by = ${actor.userId}::uuid,
      issue_date = ${issueDate}::date, due_date = ${dueDate}::date, terms_days = ${termsDays}::int,
      day = ${issueDate}::date, bill_to = ${JSON.stringify(billTo)}::jsonb,
      seller = ${JSON.stringify({ organisationName, letterhead })}::jsonb,
      version = ${version}::int, updated_at = now()
    from next_in_series where id = ${id}::uuid
    returning invoices.version, invoices.status, invoices.number, invoices.issued_at`.execute(tx)
  return rows
}

/** @throws Refusal `issue_date_out_of_order` if the last invoice of the series has a later date */
export async function refuseOutOfOrder(tx: Transaction, series: string, issueDate: string): Promise<void> {
  const last = await tx
    .selectFrom('invoiceSeriesCounters as counters')
    .innerJoin('invoices', (join) =>
      join.onRef('invoices.series', '=', 'counters.series').onRef('invoices.ordinal', '=', 'counters.last'),
    )
    .select(['number', 'invoices.issueDate'])
    .where('counters.series', '=', series)
    .where('counters.issueDate', '>', issueDate)
    .executeTakeFirst()
  if (!last) return
  const message = `Not before ${last.issueDate}, the issue date of ${last.number}`
  throw new Refusal('issue_date_out_of_order', `${message}.`, { fields: [{ path: 'issueDate', message }] })
}

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
