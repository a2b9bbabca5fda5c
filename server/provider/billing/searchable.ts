import { sql } from 'kysely'
import { listInvoices } from '#contract'
import { containing, folded, matchOf, resembles, type Searchable } from '#platform'
import { foundPatients } from '../patients/searchable.ts'

/** So many patients and payers, the best, and of each so many invoices, the newest. */
const mostNames = 20
const mostOfName = 5
const mostNumbers = 50

/** Invoices by the end of their number, which is enough of it, by the patient or by another payer. */
export const searchableInvoices: Searchable = {
  type: 'invoice',
  list: listInvoices,
  shared: foundPatients,
  patientOf: (id) => sql`(select patient_id::text from invoices where id = ${id}::uuid)`,
  matching: (q) => {
    // Without a digit, the start of a series would match all of its invoices.
    const numbered = /\d/.test(q)
      ? sql`select 1 as certain, i.* from (
          select * from invoices where ${folded(sql`number`)} like ${folded(sql`${containing(q).slice(0, -1)}`)}
          limit ${mostNumbers}) i`
      : sql`select 1 as certain, i.* from invoices i where false`
    const isAlike = matchOf(sql`name`, q)
    return sql`
      select distinct on (id) id::text, coalesce(number, 'Draft'), concat_ws(' · ', billed_to, day, status),
        '/billing/' || id, greatest(certain, 0.8 * ${matchOf(sql`billed_to`, q)})::real as match, updated_at
      from (
        ${numbered}
        union all
        select 0, i.* from (
          select id from found_patients order by match desc, id desc limit ${mostNames}) as patient cross join lateral (
          select * from invoices where patient_id = patient.id and payer is null order by id desc limit ${mostOfName}) i
        union all
        select 0, i.* from (
          select distinct name, ${isAlike} as match from payer_names where ${resembles(sql`name`, q)}
          order by match desc, name limit ${mostNames}) as payer cross join lateral (
          select * from invoices where billed_to = payer.name and payer is not null order by id desc limit ${mostOfName}) i
      ) as invoices order by id, match desc`
  },
}
