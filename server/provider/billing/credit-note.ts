import { sql } from 'kysely'
import { currencyDecimals, type Invoice, type Settings, type TaxGroup } from '#contract'
import type { Transaction } from '#platform'
import type { Credit } from './arithmetic/credit.ts'
import type { Split } from './arithmetic/split.ts'
import { fromUnits } from './arithmetic/units.ts'
import { today } from './dates.ts'
import { nextInSeries, refuseTakenNumber } from './number.ts'

interface Note {
  id: string
  invoice: Invoice
  settings: Settings
  reason: string
  issuedBy: string
  computed: Credit
}

/** Writes a credit note with its number. @throws Refusal `validation_failed` where the number is taken */
export async function insertNote(tx: Transaction, note: Note): Promise<void> {
  const { id, invoice, settings, reason, issuedBy, computed } = note
  const decimals = currencyDecimals(invoice.currency)
  const splitOf = ({ net, tax, gross }: Split) => ({
    net: fromUnits(net, decimals),
    tax: fromUnits(tax, decimals),
    gross: fromUnits(gross, decimals),
  })
  const breakdown = computed.taxes.map(({ of, ...amounts }): TaxGroup => {
    const { net, tax } = splitOf(amounts)
    const whole = invoice.taxBreakdown.find(
      ({ category, rate }) => category === of.taxCategory && rate === of.taxRate,
    )
    const exemptionReason = whole?.exemptionReason ?? null
    return { category: of.taxCategory, rate: of.taxRate, taxable: net, tax, exemptionReason }
  })
  const totals = splitOf(computed.totals)
  const lines = computed.lines.map(({ lineId, quantity, ...amounts }, position) => ({
    lineId,
    quantity,
    position,
    ...splitOf(amounts),
  }))
  await refuseTakenNumber(
    sql`
      with ${nextInSeries(settings.creditNoteSeries)}, note as (
        insert into credit_notes (
          id, invoice_id, series, ordinal, number, reason, issue_date, net, tax, gross, tax_breakdown, issued_at, issued_by)
        select ${id}::uuid, ${invoice.id}::uuid, ${settings.creditNoteSeries.name}, ordinal, number, ${reason},
          ${today(settings)}::date, ${totals.net}::numeric, ${totals.tax}::numeric, ${totals.gross}::numeric,
          ${JSON.stringify(breakdown)}::jsonb, at, ${issuedBy}::uuid
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
