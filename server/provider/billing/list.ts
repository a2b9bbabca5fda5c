import { type RawBuilder, sql } from 'kysely'
import { currencyDecimals, Decimal, listInvoices, mostInvoicesInTotals } from '#contract'
import type { Reader } from '#database'
import { hasWords, implementOnSnapshot, readPage, readSortedPage } from '#platform'
import { readSettingsToday } from '#settings'
import { rootOf } from '../patients/live.ts'
import { invoices } from './invoice-rows.ts'
import { toInvoices } from './to-invoice.ts'

export const list = implementOnSnapshot(listInvoices, async ({ tx, query }) => {
  const { limit, cursor, status, patientId, q, from, to, overdue, sort } = query
  const { today } = await readSettingsToday(tx)
  let found = invoices(tx)
  if (status) found = found.where('invoices.status', '=', status)
  if (patientId) {
    const survivorId = await rootOf(tx, patientId)
    found = found.where('invoices.patientId', '=', survivorId)
  }
  if (q) found = found.where('invoices.id', 'in', named(q))
  if (from) found = found.where('invoices.day', '>=', from)
  if (to) found = found.where('invoices.day', '<=', to)
  if (overdue) found = found.where('invoices.status', '=', 'issued').where('invoices.dueDate', '<', today)
  const page = sort
    ? await readSortedPage(found, 'invoices.id', { limit, cursor, sort }, sortable)
    : await readPage(found, 'invoices.id', { limit, cursor })
  return { ...page, data: await toInvoices(tx, page.data), totals: await totalsOf(tx, found, today) }
})

export const sortable = {
  issueDate: { value: sql`invoices.day`, type: 'date' },
  dueDate: { value: sql`coalesce(invoices.due_date, 'infinity'::date)`, type: 'date' },
} as const

/** Adds up the amounts due by currency; null if there are too many to do so for every page. */
async function totalsOf(tx: Reader, found: ReturnType<typeof invoices>, today: string) {
  const rows = await tx
    .selectFrom(
      found
        .clearSelect()
        .select(['invoices.due', 'invoices.dueDate', 'invoices.currency'])
        .where('invoices.status', '=', 'issued')
        .limit(mostInvoicesInTotals + 1)
        .as('invoice'),
    )
    .select(({ fn }) => [
      'currency',
      fn.sum<string>('due').as('outstanding'),
      sql<string>`coalesce(sum(due) filter (where due_date < ${today}), 0)`.as('overdue'),
      fn.countAll<number>().as('count'),
    ])
    .groupBy('currency')
    .orderBy('currency')
    .execute()
  if (rows.reduce((sum, { count }) => sum + count, 0) > mostInvoicesInTotals) return null
  return rows.map(({ currency, outstanding, overdue }) => ({
    currency,
    outstanding: Decimal.of(outstanding).round(currencyDecimals(currency)),
    overdue: Decimal.of(overdue).round(currencyDecimals(currency)),
  }))
}

/** Selects by number or billed name. A draft without a payer has the patient's current name. */
function named(q: string): RawBuilder<string> {
  return sql`(
    select id from invoices
    where ${hasWords([sql`number`, sql`billed_to`], q)} and (status <> 'draft' or payer is not null)
    union all
    select i.id from invoices i join patients p on p.id = i.patient_id
    where i.status = 'draft' and i.payer is null and ${hasWords([sql`concat_ws(' ', p.given_name, p.family_name)`], q)})`
}
