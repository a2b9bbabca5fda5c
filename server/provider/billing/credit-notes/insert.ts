import { sql } from 'kysely'
import type { Settings } from '#contract'
import type { Transaction } from '#database'
import type { Credit } from '../arithmetic/credit.ts'
import { today } from '../dates.ts'
import type { Invoice, TaxGroup } from '../invoice.ts'
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
  await refuseTakenNumber(
    sql`
      with ${nextInSeries(settings.creditNoteSeries)}, note as (
        insert into credit_notes (
          id, invoice_id, series, ordinal, number, reason, issue_date, net, tax, rounding, gross, tax_breakdown, seller,
          issued_at, issued_by)
        select ${id}::uuid, ${invoice.id}::uuid, ${settings.creditNoteSeries.name}, ordinal, number, ${reason},
          ${today(settings)}::date, ${String(net)}::numeric, ${String(tax)}::numeric, ${String(rounding)}::numeric, ${String(gross)}::numeric,
          ${JSON.stringify(breakdown)}::jsonb, ${JSON.stringify({ organisationName, letterhead })}::jsonb,
          at, ${issuedBy}::uuid
        from next_in_series
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

/** Returns the tax breakdown of a credit note, with the reasons for charging no tax that its invoice states. */
export const taxGroupsOf = ({ taxes }: Credit, ofInvoice: TaxGroup[]): TaxGroup[] =>
  taxes.map(({ taxCategory: category, taxRate: rate, net, tax, rounding }) => {
    const invoiced = ofInvoice.find((group) => group.category === category && group.rate.equals(rate))
    return { category, rate, taxable: net, tax, rounding, exemptionReason: invoiced?.exemptionReason ?? null }
  })
