import { sql } from 'kysely'
import { listCreditNotes } from '#contract'
import { hasWords, implementOnSnapshot, readPage } from '#platform'
import { rootOf } from '../../patients/live.ts'
import { creditNotes, toDocument } from './read.ts'

export const listNotes = implementOnSnapshot(listCreditNotes, async ({ tx, query }) => {
  const { limit, cursor, patientId, invoiceId, q, from, to } = query
  let found = creditNotes(tx)
  if (patientId) {
    const survivorId = await rootOf(tx, patientId)
    found = found.where('patientId', '=', survivorId)
  }
  if (invoiceId) found = found.where('c.invoiceId', '=', invoiceId)
  if (q) found = found.where('c.id', 'in', named(q))
  if (from) found = found.where('c.issueDate', '>=', from)
  if (to) found = found.where('c.issueDate', '<=', to)
  const page = await readPage(found, 'c.id', { limit, cursor })
  return { ...page, data: page.data.map(toDocument) }
})

/** Selects by number, or by the number or billed name of the invoice. */
function named(q: string) {
  return sql<string>`(
    select id from credit_notes where ${hasWords([sql`number`], q)}
    union all
    select c.id from credit_notes c join invoices i on i.id = c.invoice_id
    where ${hasWords([sql`i.number`, sql`i.billed_to`], q)})`
}
