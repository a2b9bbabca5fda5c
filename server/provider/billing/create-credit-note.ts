import { sql } from 'kysely'
import { record } from '#audit'
import { createCreditNote } from '#contract'
import { readSettings } from '#identity'
import { implement, newId } from '#platform'
import { computeCredit } from './arithmetic/credit.ts'
import { creditedLines, toIssued } from './arithmetic/issued.ts'
import { invoiceTarget } from './audit-target.ts'
import { insertNote } from './credit-note.ts'
import { lockIssued, readInvoice } from './read.ts'
import { returnItems } from './stock.ts'
import { wantedLines } from './wanted-lines.ts'

export const credit = implement(
  createCreditNote,
  async ({ tx, actor, params: { invoiceId }, body: { lines, reason, restock = false }, noteRead }) => {
    // The lock serializes the credit notes of an invoice: each is computed from the earlier ones.
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
    const amount = `${credited} ${invoice.currency}`
    await record(tx, actor, 'credit_note.create', invoiceTarget(after), { creditNoteId: id, amount })
    noteRead(after.patientId)
    return after
  },
)
