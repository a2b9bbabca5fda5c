import { record } from '#audit'
import { deleteInvoice } from '#contract'
import { implement } from '#platform'
import { invoiceTarget } from './audit-target.ts'
import { lockDraft } from './read.ts'

export const remove = implement(deleteInvoice, async ({ tx, actor, params: { invoiceId: id } }) => {
  await lockDraft(tx, id)
  await tx.deleteFrom('invoices').where('id', '=', id).execute()
  await record(tx, actor, 'invoice.delete', invoiceTarget({ id, number: null }))
  return { id }
})
