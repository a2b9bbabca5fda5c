import { deleteInvoice } from '#contract'
import { implement } from '#platform'
import { lockDraft } from './read.ts'

export const remove = implement(deleteInvoice, async ({ tx, params: { invoiceId: id } }) => {
  await lockDraft(tx, id)
  await tx.deleteFrom('invoices').where('id', '=', id).execute()
  return { id }
})
