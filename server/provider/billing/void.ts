import { sql } from 'kysely'
import { record } from '#audit'
import { voidInvoice } from '#contract'
import type { Transaction } from '#database'
import { implement, newId, Refusal } from '#platform'
import { readSettingsToday } from '#settings'
import { invoiceTarget } from './audit-target.ts'
import { lockIssued, readInvoice } from './read.ts'
import { returnItems } from './stock.ts'

export const voidIt = implement(
  voidInvoice,
  async ({ tx, actor, params: { invoiceId: id }, body: { reason, restock = false } }) => {
    const { version } = await lockIssued(tx, id)
    await refuseSettled(tx, id)
    const restockId = newId()
    const { lines, issueDate } = await readInvoice(tx, id)
    const { today } = await readSettingsToday(tx)
    const returned = restock && (await returnItems(tx, actor, restockId, lines))
    await tx
      .updateTable('invoices')
      .set({
        status: 'void',
        voidReason: reason,
        voidedAt: sql<string>`now()`,
        voidedBy: actor.userId,
        // Today is before the issue date if the time zone was changed since.
        voidedOn: issueDate !== null && issueDate > today ? issueDate : today,
        restockId: returned ? restockId : null,
        version: version + 1,
        updatedAt: sql<string>`now()`,
      })
      .where('id', '=', id)
      .execute()
    const voided = await readInvoice(tx, id)
    await record(tx, actor, 'invoice.void', invoiceTarget(voided))
    return voided
  },
)

/** @throws Refusal if there are credit notes, or payments that were not reversed, refunded or not */
async function refuseSettled(tx: Transaction, invoiceId: string): Promise<void> {
  const { rows } = await sql<{ payments: boolean; creditNotes: boolean }>`select
    exists (select from payments p where invoice_id = ${invoiceId}::uuid and reverses is null
      and not exists (select from payments r where r.reverses = p.id)) as payments,
    exists (select from credit_notes where invoice_id = ${invoiceId}::uuid) as credit_notes`.execute(tx)
  if (rows[0]?.payments)
    throw new Refusal(
      'invoice_has_payments',
      'The invoice has payments. Reverse them, or create a credit note instead.',
    )
  if (rows[0]?.creditNotes)
    throw new Refusal('invoice_has_credit_notes', 'The invoice has credit notes. Credit the rest instead.')
}
