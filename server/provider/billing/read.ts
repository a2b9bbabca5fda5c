import type { Reader, Transaction } from '#database'
import type { Invoice } from '#engines/invoicing'
import { Refusal } from '#platform'
import { invoices } from './invoice-rows.ts'
import { toInvoices } from './to-invoice.ts'

/** Returns a whole invoice. @throws Refusal `invoice_not_found` */
export async function readInvoice(tx: Reader, id: string): Promise<Invoice> {
  const [invoice] = await toInvoices(tx, await invoices(tx).where('invoices.id', '=', id).execute())
  if (!invoice) throw new Refusal('invoice_not_found')
  return invoice
}

/** Locks an invoice against other changes until `tx` ends. @throws Refusal `invoice_not_found` */
async function lockInvoice(tx: Transaction, id: string) {
  const invoice = await tx
    .selectFrom('invoices')
    .select(['version', 'status', 'number', 'currency', 'due'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!invoice) throw new Refusal('invoice_not_found')
  return invoice
}

/** Locks an issued invoice. @throws Refusal `invoice_not_found`, `invoice_not_issued` or `invoice_void` */
export async function lockIssued(tx: Transaction, id: string) {
  const invoice = await lockInvoice(tx, id)
  refuseUnissued(invoice)
  return invoice
}

/** @throws Refusal `invoice_not_issued` or `invoice_void` */
export function refuseUnissued({ status, number }: { status: string; number: string | null }): void {
  if (status === 'draft') throw new Refusal('invoice_not_issued', 'This invoice is a draft. Issue it first.')
  if (status === 'void') throw new Refusal('invoice_void', `Invoice ${number} is void.`)
}

/** Locks a draft. @throws Refusal `invoice_not_found` or `invoice_issued` */
export async function lockDraft(tx: Transaction, id: string) {
  const invoice = await lockInvoice(tx, id)
  if (invoice.status !== 'draft')
    throw new Refusal(
      'invoice_issued',
      `Invoice ${invoice.number} is issued and can no longer be edited. Create a credit note instead.`,
    )
  return invoice
}
