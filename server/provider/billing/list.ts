import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { currencyDecimals, Decimal, listInvoices, mostInvoicesInTotals, mostPatientsByText } from '#contract'
import type { Reader } from '#database'
import { hasWords, implementOnSnapshot, readPage, readSortedPage } from '#platform'
import { readSettingsToday } from '#settings'
import { rootOf } from '../patients/live.ts'
import { findByText } from './find-by-text.ts'
import { invoices } from './invoice-rows.ts'
import { toInvoices } from './to-invoice.ts'

export const list = implementOnSnapshot(listInvoices, async ({ tx, query }) => {
  const { limit, cursor, status, patientId, q, from, to, overdue, sort } = query
  const { today } = await readSettingsToday(tx)
  const conditions = [sql<SqlBool>`true`]
  if (status) conditions.push(sql`invoices.status = ${status}`)
  if (patientId) conditions.push(sql`invoices.patient_id = ${await rootOf(tx, patientId)}`)
  const text = q ? await hasText(tx, q) : undefined
  if (text) conditions.push(text.isFound)
  if (from) conditions.push(sql`invoices.day >= ${from}`)
  if (to) conditions.push(sql`invoices.day <= ${to}`)
  if (overdue) conditions.push(sql`invoices.status = 'issued' and invoices.due_date < ${today}`)
  const isFound = sql<SqlBool>`${sql.join(conditions, sql` and `)}`
  const found = invoices(tx).where(isFound)
  const page = sort
    ? await readSortedPage(found, 'invoices.id', { limit, cursor, sort }, sortable)
    : await readPage(found, 'invoices.id', { limit, cursor })
  return {
    ...page,
    data: await toInvoices(tx, page.data),
    totals: text?.isCommon ? null : await totalsOf(tx, isFound, today),
  }
})

export const sortable = {
  issueDate: { value: sql`invoices.day`, type: 'date' },
  dueDate: { value: sql`coalesce(invoices.due_date, 'infinity'::date)`, type: 'date' },
} as const

/** Adds up the amounts due by currency; null if there are too many to do so for every page. */
async function totalsOf(tx: Reader, isFound: RawBuilder<SqlBool>, today: string) {
  const rows = await tx
    .selectFrom(
      tx
        .selectFrom('invoices')
        .select(['due', 'dueDate', 'currency'])
        .where('status', '=', 'issued')
        .where(isFound)
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

/**
 * Finds invoices by number or billed name. A draft without a payer has the patient's current name, of which it needs the beginnings
 * of words.
 */
function hasText(tx: Reader, q: string) {
  const isUnnamed = sql`invoices.status = 'draft' and invoices.payer is null`
  return findByText(tx, {
    id: 'invoices.id',
    ids: sql`
      with named as materialized (
        select id from patients_with_words(${q}) as id limit ${mostPatientsByText + 1}
      ) (
        select id from invoices where ${hasWords([sql`number`, sql`billed_to`], q)} and not (${isUnnamed})
        union all
        select id from invoices where patient_id in (select id from named) and ${isUnnamed}
        union all
        (select null from named offset ${mostPatientsByText}))`,
    hasText: sql`(
      not (${isUnnamed}) and ${hasWords([sql`concat_ws(' ', invoices.number, invoices.billed_to)`], q)}
      or ${isUnnamed} and exists (
        select from patients p where p.id = invoices.patient_id
        and ${hasWords([sql`concat_ws(' ', p.given_name, p.family_name)`], q)}))`,
  })
}
