import { sql } from 'kysely'
import { listCreditNotes } from '#contract'
import type { Reader } from '#database'
import { hasWords, implementOnSnapshot, readPage } from '#platform'
import { rootOf } from '../../patients/live.ts'
import { findByText } from '../find-by-text.ts'
import { creditNotes, toDocument } from './read.ts'

export const listNotes = implementOnSnapshot(listCreditNotes, async ({ tx, query }) => {
  const { limit, cursor, patientId, invoiceId, q, from, to } = query
  let found = creditNotes(tx)
  if (patientId) {
    const survivorId = await rootOf(tx, patientId)
    found = found.where('patientId', '=', survivorId)
  }
  if (invoiceId) found = found.where('c.invoiceId', '=', invoiceId)
  if (q) found = found.where((await hasText(tx, q)).isFound)
  if (from) found = found.where('c.issueDate', '>=', from)
  if (to) found = found.where('c.issueDate', '<=', to)
  const page = await readPage(found, 'c.id', { limit, cursor })
  return { ...page, data: page.data.map(toDocument) }
})

/** Finds credit notes by number, or by the number or billed name of the invoice. */
const hasText = (tx: Reader, q: string) =>
  findByText(tx, {
    id: 'c.id',
    ids: sql`(
      select id from credit_notes where ${hasWords([sql`number`], q)}
      union all
      select n.id from invoices i join credit_notes n on n.invoice_id = i.id
      where ${hasWords([sql`i.number`, sql`i.billed_to`], q)})`,
    hasText: sql`(
      ${hasWords([sql`concat(c.number)`], q)} or exists (
        select from invoices i where i.id = c.invoice_id
        and ${hasWords([sql`concat_ws(' ', i.number, i.billed_to)`], q)}))`,
  })
