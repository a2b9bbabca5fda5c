import { sql } from 'kysely'
import { dateAt, type Settings } from '#contract'
import type { Transaction } from '#database'
import type { Invoice } from '#engines/invoicing'
import { type Credit, taxGroupsOf } from '#engines/invoicing'
import { nextInSeries, refuseTakenNumber } from '../number.ts'

interface Note {
  id: string
  invoice: Invoice
  settings: Settings
  reason: string
  issuedBy: string
  computed: Credit
}

/** Inserts a credit note under the next number. @throws Refusal `validation_failed` if the number is taken */
export async function insertNote(tx: Transaction, note: Note): Promise<void> {
  const { id, invoice, settings, reason, issuedBy, computed } = note
  const { organisationName, letterhead } = settings
  const breakdown = taxGroupsOf(computed, invoice.taxBreakdown)
  const { net, tax, rounding, gross } = computed.totals
  const lines = computed.lines.map((line, position) => ({ ...line, position }))
  const { ordinal, number, at } = await takeNumber(tx, settings.creditNoteSeries)
  await refuseTakenNumber(
    sql`
      with note as (
        insert into credit_notes (
          id, invoice_id, series, ordinal, number, reason, issue_date, net, tax, rounding, gross, tax_breakdown, seller,
          issued_at, issued_by)
        values (${id}::uuid, ${invoice.id}::uuid, ${settings.creditNoteSeries.name}, ${ordinal}::bigint, ${number}, ${reason},
          ${dateAt(new Date(at), settings.timeZone)}::date, ${String(net)}::numeric, ${String(tax)}::numeric, ${String(rounding)}::numeric, ${String(gross)}::numeric,
          ${JSON.stringify(breakdown)}::jsonb, ${JSON.stringify({ organisationName, letterhead })}::jsonb,
          ${at}::timestamptz, ${issuedBy}::uuid)
        returning id
      )
      insert into credit_note_lines (credit_note_id, line_id, position, quantity, net, tax, gross)
      select note.id, l."lineId", l.position, l.quantity, l.net, l.tax, l.gross
      from note, jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as l (
        "lineId" uuid, position integer, quantity numeric, net numeric, tax numeric, gross numeric)`.execute(
      tx,
    ),
  )
}

/** Takes the next number. The date is that of the time after the wait for it, so dates are in the order of numbers. */
async function takeNumber(tx: Transaction, series: Settings['creditNoteSeries']) {
  const { rows } = await sql<{ ordinal: string; number: string; at: string }>`
    with ${nextInSeries(series)} select ordinal, number, at::timestamptz(3) from next_in_series`.execute(tx)
  return rows[0]!
}
