import { sql } from 'kysely'
import { listInvoices } from '#contract'
import { containing, folded, matchOf, resembles, type Searchable } from '#platform'

/** Invoices by the end of their number, which is enough of it, or by billed name. */
export const searchableInvoices: Searchable = {
  type: 'invoice',
  list: listInvoices,
  patientOf: (id) => sql`(select patient_id::text from invoices where id = ${id}::uuid)`,
  matching: (q) => {
    // Without a digit, the start of a series would match all of its invoices.
    const isNumbered = /\d/.test(q)
      ? sql`${folded(sql`number`)} like ${folded(sql`${containing(q).slice(0, -1)}`)}`
      : sql`false`
    return sql`
      select id::text, coalesce(number, 'Draft'), concat_ws(' · ', billed_to, day, status), '/billing/' || id,
        case when ${isNumbered} then 1 else 0.8 * ${matchOf(sql`billed_to`, q)} end::real, updated_at
      from invoices where ${isNumbered} or ${resembles(sql`billed_to`, q)}`
  },
}
