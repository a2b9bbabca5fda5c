import type pg from 'pg'
import { newId } from '#platform'
import type { Recorded } from './clinic.ts'

/** Writes the records to the tables, and returns their ids in the same order. */
export async function store(pool: pg.Pool, records: Recorded[]): Promise<string[]> {
  const rows = records.map((record) => ({ ...record, id: newId() }))
  for (let from = 0; from < rows.length; from += 5000) {
    await pool.query(
      `with given as (
        select * from jsonb_to_recordset($1) as record (id uuid, "givenName" text, "familyName" text, "birthDate" date,
          phone text, sex text, email text, line text, city text, "postalCode" text, identifier text)
      ), added as (
        insert into patients (id, given_name, family_name, birth_date, sex, phone, email, address_line, city, postal_code)
        select id, "givenName", "familyName", "birthDate", coalesce(sex, 'unknown'), phone, email, line, city, "postalCode" from given
      ) insert into patient_identifiers (id, patient_id, position, system, value, use)
      select gen_random_uuid(), id, 0, 'insurance', identifier, 'official' from given where identifier is not null`,
      [JSON.stringify(rows.slice(from, from + 5000))],
    )
  }
  await pool.query('vacuum analyze')
  return rows.map(({ id }) => id)
}
