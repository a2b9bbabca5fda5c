import { type RawBuilder, sql } from 'kysely'
import { listInvoices } from '#contract'
import { readSettings } from '#identity'
import { hasPart, implementOnSnapshot, readPage } from '#platform'
import { rootOf } from '../patients/live.ts'
import { today } from './dates.ts'
import { invoices } from './rows.ts'
import { toInvoices } from './to-invoice.ts'

export const list = implementOnSnapshot(listInvoices, async ({ tx, query, noteRead }) => {
  const { limit, cursor, status, patientId, q, from, to, overdue } = query
  let found = invoices(tx)
  if (status) found = found.where('invoices.status', '=', status)
  if (patientId) {
    const survivorId = await rootOf(tx, patientId)
    if (survivorId) noteRead(survivorId)
    found = found.where('invoices.patientId', '=', survivorId)
  }
  if (q) found = found.where('invoices.id', 'in', named(q))
  if (from) found = found.where('invoices.day', '>=', from)
  if (to) found = found.where('invoices.day', '<=', to)
  if (overdue) {
    const settings = await readSettings(tx).executeTakeFirstOrThrow()
    found = found.where('invoices.status', '=', 'issued').where('invoices.dueDate', '<', today(settings))
  }
  const page = await readPage(found, 'invoices.id', { limit, cursor })
  return { ...page, data: await toInvoices(tx, page.data) }
})

/** Selects by number or billed name. A draft without a payer has the patient's current name. */
function named(q: string): RawBuilder<string> {
  return sql`(
    select id from invoices
    where (${hasPart(sql`number`, q)} or ${hasPart(sql`billed_to`, q)}) and (status <> 'draft' or payer is not null)
    union all
    select i.id from invoices i join patients p on p.id = i.patient_id
    where i.status = 'draft' and i.payer is null and ${hasPart(sql`concat_ws(' ', p.given_name, p.family_name)`, q)})`
}
