import { sql } from 'kysely'
import { listInvoices } from '#contract'
import { readSettings } from '#identity'
import { afterCursor, containing, implement, toPage } from '#platform'
import { rootOf } from '../patients/live.ts'
import { today } from './dates.ts'
import { invoices } from './rows.ts'
import { toInvoices } from './to-invoice.ts'

export const list = implement(listInvoices, async ({ tx, query }) => {
  const { limit, cursor, status, patientId, q, from, to, overdue } = query
  const after = afterCursor(cursor)
  let found = invoices(tx)
    .orderBy('invoices.id', 'desc')
    .limit(limit + 1)
  if (after) found = found.where('invoices.id', '<', after)
  if (status) found = found.where('invoices.status', '=', status)
  if (patientId) found = found.where('invoices.patientId', '=', await rootOf(tx, patientId))
  if (q) {
    const pattern = containing(q)
    found = found.where(
      sql<boolean>`(invoices.number ilike ${pattern} or invoices.billed_to ilike ${pattern})`,
    )
  }
  if (from) found = found.where('invoices.day', '>=', from)
  if (to) found = found.where('invoices.day', '<=', to)
  if (overdue) {
    const settings = await readSettings(tx).executeTakeFirstOrThrow()
    found = found.where('invoices.status', '=', 'issued').where('invoices.dueDate', '<', today(settings))
  }
  return toPage(await toInvoices(tx, await found.execute()), limit)
})
