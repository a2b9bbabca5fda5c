import { sql } from 'kysely'
import {
  type CreditNote,
  createCreditNote,
  currencyDecimals,
  type Invoice,
  type Settings,
  type TaxGroup,
} from '#contract'
import { readSettings } from '#identity'
import { implement, newId, type Transaction } from '#platform'
import { type Credit, type CreditedLine, computeCredit, type Issued } from './arithmetic/credit.ts'
import type { Split } from './arithmetic/split.ts'
import { fromUnits, toUnits } from './arithmetic/units.ts'
import { today } from './dates.ts'
import { nextInSeries, refuseTakenNumber } from './number.ts'
import { lockIssued, readInvoice } from './read.ts'
import { returnItems } from './stock.ts'
import { wantedLines } from './wanted-lines.ts'

export const credit = implement(
  createCreditNote,
  async ({ tx, actor, params: { invoiceId }, body: { lines, reason, restock = false } }) => {
    // Credit notes of one invoice take turns here: each is computed from what those before it credited.
    const { version } = await lockIssued(tx, invoiceId)
    const invoice = await readInvoice(tx, invoiceId)
    const wanted = wantedLines(invoice, lines)
    const computed = computeCredit(toIssued(invoice), creditedLines(invoice), wanted)
    const settings = await readSettings(tx).executeTakeFirstOrThrow()
    const id = newId()
    if (restock) {
      const quantityOf = new Map(wanted.map(({ lineId, quantity }) => [lineId, quantity]))
      const stocked = invoice.lines.flatMap((line) => {
        const quantity = quantityOf.get(line.id)
        return quantity ? [{ ...line, quantity }] : []
      })
      await returnItems(tx, actor, id, stocked)
    }
    const money = (units: bigint) => fromUnits(units, currencyDecimals(invoice.currency))
    await tx
      .updateTable('invoices')
      .set({
        credited: sql<string>`credited + ${money(computed.totals.gross)}::numeric`,
        status: sql<string>`case when due > ${money(computed.totals.gross)}::numeric then 'issued' else 'paid' end`,
        version: version + 1,
        updatedAt: sql<string>`now()`,
      })
      .where('id', '=', invoiceId)
      .execute()
    await insertNote(tx, { id, invoice, settings, reason, issuedBy: actor.userId, computed })
    return readInvoice(tx, invoiceId)
  },
)

interface Note {
  id: string
  invoice: Invoice
  settings: Settings
  reason: string
  issuedBy: string
  computed: Credit
}

/** Writes it with its number. @throws Refusal `validation_failed` where the number is taken */
async function insertNote(tx: Transaction, note: Note): Promise<void> {
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

function toIssued({ currency, taxMode, lines, discounts, taxBreakdown }: Invoice): Issued {
  const decimals = currencyDecimals(currency)
  const units = (amount: string) => toUnits(amount, decimals)
  return {
    taxMode,
    lines: lines.map(({ id, quantity, taxCategory, taxRate, net, tax, gross }) => ({
      id,
      quantity,
      of: { taxCategory, taxRate },
      net: units(net),
      tax: units(tax),
      gross: units(gross),
    })),
    discounts: discounts.map(({ taxCategory, taxRate, amount, tax, gross }) => ({
      of: { taxCategory, taxRate },
      net: units(amount),
      tax: units(tax),
      gross: units(gross),
    })),
    taxes: taxBreakdown.map(({ category, rate, taxable, tax }) => ({
      of: { taxCategory: category, taxRate: rate },
      net: units(taxable),
      tax: units(tax),
      gross: units(taxable) + units(tax),
    })),
  }
}

function creditedLines({ currency, creditNotes }: Invoice): CreditedLine[] {
  const decimals = currencyDecimals(currency)
  const toLine = ({ lineId, quantity, net, tax, gross }: CreditNote['lines'][number]) => ({
    lineId,
    quantity,
    net: toUnits(net, decimals),
    tax: toUnits(tax, decimals),
    gross: toUnits(gross, decimals),
  })
  return creditNotes.flatMap((note) => note.lines.map(toLine))
}
