import { sql } from 'kysely'
import type { Transaction } from '#database'
import { newId } from '#platform'

interface NewPayment {
  /** In the invoice's currency. Negative if money is returned. */
  amount: string
  method: string
  receivedOn: string
  reference: string | null
  recordedBy: string
  /** The payment or refund that this one reverses, and why. */
  reverses?: string
  reason?: string
}

/** Adds a payment, refund or reversal to an invoice that the caller has locked, and updates what is paid of it. */
export async function insertPayment(
  tx: Transaction,
  { id: invoiceId, version }: { id: string; version: number },
  payment: NewPayment,
): Promise<void> {
  await tx
    .with('payment', (db) =>
      db.insertInto('payments').values(({ selectFrom }) => ({
        id: newId(),
        invoiceId,
        currency: selectFrom('invoices').select('currency').where('id', '=', invoiceId),
        invoiceText: selectFrom('invoices')
          .select(sql<string>`number || ' ' || billed_to`.as('text'))
          .where('id', '=', invoiceId),
        ...payment,
      })),
    )
    .updateTable('invoices')
    .set({
      paid: sql<string>`paid + ${payment.amount}::numeric`,
      status: sql<string>`case when due > ${payment.amount}::numeric then 'issued' else 'paid' end`,
      version: version + 1,
      updatedAt: sql<string>`now()`,
    })
    .where('id', '=', invoiceId)
    .execute()
}
