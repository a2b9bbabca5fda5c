import { sql } from 'kysely'
import { createPatient, listDuplicates, mostCounted } from '#contract'
import type { HomePart } from '#platform'
import { likelyDuplicates } from './duplicates/index.ts'

const person = (patient: string) => sql`json_build_object(
  'id', ${sql.ref(`${patient}.id`)}, 'birthDate', ${sql.ref(`${patient}.birth_date`)},
  'name', concat_ws(' ', ${sql.ref(`${patient}.given_name`)}, ${sql.ref(`${patient}.family_name`)}))`

export const homeOfPatients: HomePart = {
  half: 'clinic',
  sections: [
    {
      name: 'likelyDuplicates',
      list: listDuplicates,
      rows: () => sql`
        select score, json_build_array(${person('one')}, ${person('other')}) as patients
        from (${likelyDuplicates(undefined, mostCounted)}) as found
        join patients one on one.id = found.a join patients other on other.id = found.b
        order by score desc, a, b`,
    },
  ],
  steps: [{ step: 'patient', takes: createPatient, isDone: () => sql`exists (select from patients)` }],
}
