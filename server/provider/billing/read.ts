import type { Invoice } from '#contract'
import { type Reader, Refusal, type Transaction } from '#platform'
import { invoices } from './rows.ts'
import { toInvoices } from './to-invoice.ts'

/** One invoice with all that belongs to it. @throws Refusal `invoice_not_found` */
export async function readInvoice(tx: Reader, id: string): Promise<Invoice> {
  const [invoice] = await toInvoices(tx, await invoices(tx).where('invoices.id', '=', id).execute())
  if (!invoice) throw new Refusal('invoice_not_found')
  return invoice
}

/**
 * Locks an invoice against everyone else who changes it, until `tx` ends.
 * @throws Refusal `invoice_not_found`
 */
export async function lockInvoice(tx: Transaction, id: string) {
  const invoice = await tx
    .selectFrom('invoices')
    .select([
      'id',
      'version',
      'status',
      'number',
      'patientId',
      'currency',
      'gross',
      'paid',
      'credited',
      'due',
    ])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!invoice) throw new Refusal('invoice_not_found')
  return invoice
}

/** The same for what only an issued invoice has. @throws Refusal `invoice_not_issued` or `invoice_void` */
export async function lockIssued(tx: Transaction, id: string) {
  const invoice = await lockInvoice(tx, id)
  if (invoice.status === 'draft') throw new Refusal('invoice_not_issued', 'This is a draft: issue it first.')
  if (invoice.status === 'void') throw new Refusal('invoice_void', `${invoice.number} is void.`)
  return invoice
}

/** The same for what only a draft has. @throws Refusal `invoice_issued` */
export async function lockDraft(tx: Transaction, id: string) {
  const invoice = await lockInvoice(tx, id)
  if (invoice.status !== 'draft')
    throw new Refusal('invoice_issued', `It is issued as ${invoice.number}, and cannot be changed.`)
  return invoice
}
