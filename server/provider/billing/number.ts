import { type RawBuilder, sql } from 'kysely'
import { record } from '#audit'
import type { Actor, BillTo, Series, Settings } from '#contract'
import { type Transaction, violatedConstraint } from '#database'
import type { Invoice } from '#engines/invoicing'
import { invalidField, Refusal } from '#platform'
import { readSettingsToday } from '#settings'
import { invoiceTarget } from './audit-target.ts'
import { type DatesAtIssue, datesAtIssue, type GivenDates } from './dates.ts'

interface Issue {
  id: string
  version: number
  given: GivenDates
  billTo: BillTo
  series: Series
  settings: Settings
  actor: Actor
}

/**
 * Takes the next ordinal of a series and the time of issue, as a CTE for the statement that uses them. From here until
 * `tx` ends, the others of the series wait, so numbers have no gaps and are in the order of issue. So use it last.
 * @param issueDate if it is before `notBefore`, no ordinal is returned, but the others wait all the same
 * @param notBefore by default the date of the last invoice
 */
export const nextInSeries = (
  { name, prefix, digits }: Series,
  issueDate: string | null = null,
  notBefore = sql`counter.issue_date`,
) => sql`next_in_series as (
    insert into invoice_series_counters as counter (series, last, issue_date) values (${name}, 1, ${issueDate}::date)
    on conflict (series) do update set last = counter.last + 1, issue_date = excluded.issue_date
      where (excluded.issue_date >= ${notBefore}) is not false
    returning last as ordinal, ${prefix}::text || lpad(last::text, greatest(${digits}::int, length(last::text)), '0') as number,
      clock_timestamp() as at
  )`

/**
 * Issues a draft: assigns its number and freezes it. Returns the fields that changed.
 * @throws Refusal `validation_failed` for `series` if its next number is taken; `issue_date_out_of_order`
 */
export async function assignNumber(tx: Transaction, invoice: Issue, dates: DatesAtIssue): Promise<Issued> {
  const first = await takeNumber(tx, invoice, dates)
  if (first) return noteIssued(tx, invoice, dates, first)

  // A later date holds the series, and from here on no other transaction changes that. The invoice with that date may have been
  // voided or credited, and midnight may have passed while this waited for the others of the series.
  const { today } = await readSettingsToday(tx)
  const again = datesAtIssue(invoice.given, invoice.settings, today)
  await refuseOutOfOrder(tx, invoice.series.name, again.issueDate)
  const second = await takeNumber(tx, invoice, again, sql`null::date`)
  return noteIssued(tx, invoice, again, second!)
}

async function noteIssued(
  tx: Transaction,
  { id, actor }: Issue,
  dates: DatesAtIssue,
  numbered: Numbered,
): Promise<Issued> {
  await record(tx, actor, 'invoice.issue', invoiceTarget({ id, number: numbered.number }))
  return { ...dates, ...numbered }
}

type Numbered = Pick<Invoice, 'version' | 'status' | 'number' | 'issuedAt'>
type Issued = DatesAtIssue & Numbered

/** Returns nothing if `issueDate` is before `notBefore`, by default the date of the last invoice of the series. */
async function takeNumber(
  tx: Transaction,
  { id, version, billTo, series, settings, actor }: Issue,
  { issueDate, dueDate, termsDays }: DatesAtIssue,
  notBefore?: RawBuilder<unknown>,
): Promise<Numbered | undefined> {
  const { organisationName, letterhead } = settings
  const issuing = sql<Numbered>`
    with ${nextInSeries(series, issueDate, notBefore)}
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
  return (await refuseTakenNumber(issuing)).rows[0]
}

/**
 * Void and fully credited invoices do not count: the date of one that was issued by mistake must not hold its series.
 * @throws Refusal `issue_date_out_of_order` if the last other invoice of the series has a later date
 */
export async function refuseOutOfOrder(tx: Transaction, series: string, issueDate: string): Promise<void> {
  const last = await tx
    .selectFrom('invoices')
    .select(['number', 'issueDate'])
    .where('series', '=', series)
    .where('ordinal', 'is not', null)
    .where('status', '<>', 'void')
    // One without an amount cannot be credited.
    .where(sql<boolean>`(credited < gross or gross = 0)`)
    .orderBy('ordinal', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!last?.issueDate || last.issueDate <= issueDate) return
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
