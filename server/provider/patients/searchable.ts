import { sql } from 'kysely'
import { listPatients } from '#contract'
import { matchOf, type Searchable } from '#platform'
import { matching } from './search.ts'

/** More than are listed, because merged records are among them. */
const most = 200

/** Live patients, found as in their list. */
export const searchablePatients: Searchable = {
  type: 'patient',
  list: listPatients,
  patientOf: (id) => id,
  matching: (q) => sql`
    select p.id::text, concat_ws(' ', p.given_name, p.family_name), concat_ws(' · ', p.birth_date, p.city, p.phone),
      '/patients/' || p.id, least(1, greatest(found.match, ${matchOf(sql`p.name_key`, q)}::numeric))::real, p.updated_at
    from (select * from ${matching(q)} as found order by match desc, id desc limit ${most}) as found
    join patients p on p.id = found.id and p.merged_into is null`,
}
