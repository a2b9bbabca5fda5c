import { type RawBuilder, sql } from 'kysely'
import { listPatients } from '#contract'
import { matchOf, type Searchable } from '#platform'
import { matching } from './search.ts'

/** More than are listed, because merged records are among them. */
const most = 200

/** The best of the live patients, found as in their list. */
export const foundPatients = (q: string): RawBuilder<unknown> => sql`found_patients as materialized (
  select p.*, found.match from (
    select * from ${matching(q)} as found order by match desc, id desc limit ${most}) as found
  join patients p on p.id = found.id and p.merged_into is null)`

export const searchablePatients: Searchable = {
  type: 'patient',
  list: listPatients,
  patientOf: (id) => id,
  shared: foundPatients,
  matching: (q) => sql`
    select id::text, concat_ws(' ', given_name, family_name), concat_ws(' · ', birth_date, city, phone),
      '/patients/' || id, least(1, greatest(match, ${matchOf(sql`name_key`, q)}::numeric))::real, updated_at
    from found_patients`,
}
