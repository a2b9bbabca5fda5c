import { sql } from 'kysely'
import { record } from '#audit'
import { createCreditNote, currencyDecimals, type Decimal } from '#contract'
import {
  computeAmountCredit,
  computeCredit,
  earlierNotes,
  exceedsDecimals,
  openLines,
  toIssued,
  tooManyDecimals,
} from '#engines/invoicing'
import { implement, invalidField, newId } from '#platform'
import { readSettings } from '#settings'
import { invoiceTarget } from '../audit-target.ts'
import { lockIssued, readInvoice } from '../read.ts'
import { refusing } from '../refusing.ts'
import { returnItems } from '../stock.ts'
import { insertNote } from './insert.ts'
import { wantedLines } from './wanted-lines.ts'

export const credit = implement(
  createCreditNote,
  async ({ tx, actor, params: { invoiceId }, body: { lines, amount, reason, restock = false } }) => {
    // The lock serializes the credit notes of an invoice: each is computed from the earlier ones.
    const { version } = await lockIssued(tx, invoiceId)
    const invoice = await readInvoice(tx, invoiceId)
    const [issued, before] = [toIssued(invoice), earlierNotes(invoice)]
    const wanted = wantedLines(openLines(issued, before), lines)
    const computed = refusing(() =>
      amount
        ? computeAmountCredit(
            issued,
            before,
            wanted.map(({ lineId }) => lineId),
            inMinorUnits(amount, invoice.currency),
          )
        : computeCredit(issued, before, wanted),
    )
    const settings = await readSettings(tx).executeTakeFirstOrThrow()
    const id = newId()
    if (restock) {
      const lineOf = new Map(invoice.lines.map((line) => [line.id, line]))
      const stocked = wanted.map(({ lineId, quantity }) => ({ ...lineOf.get(lineId)!, quantity }))
      await returnItems(tx, actor, id, stocked)
    }
    const credited = String(computed.totals.gross)
    await tx
      .updateTable('invoices')
      .set({
        credited: sql<string>`credited + ${credited}::numeric`,
        status: sql<string>`case when due > ${credited}::numeric then 'issued' else 'paid' end`,
        version: version + 1,
        updatedAt: sql<string>`now()`,
      })
      .where('id', '=', invoiceId)
      .execute()
    await insertNote(tx, { id, invoice, settings, reason, issuedBy: actor.userId, computed })
    const after = await readInvoice(tx, invoiceId)
    const details = { creditNoteId: id, amount: `${credited} ${invoice.currency}` }
    await record(tx, actor, 'credit_note.create', invoiceTarget(after), details)
    return after
  },
)

/** @throws Refusal `validation_failed` if the currency has fewer decimals */
function inMinorUnits(amount: Decimal, currency: string): Decimal {
  const decimals = currencyDecimals(currency)
  if (exceedsDecimals(amount, decimals)) throw invalidField('amount', tooManyDecimals(decimals))
  return amount.round(decimals)
}
