import { sql } from 'kysely'
import { createCreditNote, currencyDecimals } from '#contract'
import { readSettings } from '#identity'
import { implement, newId } from '#platform'
import { computeCredit } from './arithmetic/credit.ts'
import { fromUnits } from './arithmetic/units.ts'
import { insertNote } from './credit-note.ts'
import { creditedLines, toIssued } from './issued-amounts.ts'
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
      const lineOf = new Map(invoice.lines.map((line) => [line.id, line]))
      const stocked = wanted.map(({ lineId, quantity }) => ({ ...lineOf.get(lineId)!, quantity }))
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
