import { sql } from 'kysely'
import type { Reader } from '#platform'
import { type Particulars, type Profile, profileOf } from './profile.ts'

/** Two records to compare, or compared, in the order of their ids. */
export interface Pair {
  a: string
  b: string
}

/**
 * What more records than this share tells nothing: a common name, the first of January. Records of one person that
 * share it also share a rarer key, such as that name with a month of birth.
 */
const mostAlike = 300

/**
 * The pairs worth comparing that these patients are in, each once.
 * @param which all of them, or, for going through everyone, those with a later id
 */
export async function candidatesOf(
  tx: Reader,
  patientIds: string[],
  which: 'all' | 'later',
): Promise<Pair[]> {
  const { rows } = await sql<Pair>`
    with met as (
      select mine.patient_id as id, other
      from patient_match_keys mine
      cross join lateral (
        select array_agg(patient_id) as ids
        from (select patient_id from patient_match_keys where key = mine.key limit ${mostAlike + 1}) as sharing
      ) as block
      cross join lateral unnest(block.ids) as other
      where mine.patient_id = any(${patientIds}::uuid[]) and cardinality(block.ids) <= ${mostAlike}
      union all
      select mine.patient_id, other
      from patient_identifiers mine
      cross join lateral (
        select array_agg(patient_id) as ids
        from (
          select patient_id from patient_identifiers where compact(value) = compact(mine.value) limit ${mostAlike + 1}
        ) as sharing
      ) as block
      cross join lateral unnest(block.ids) as other
      where mine.patient_id = any(${patientIds}::uuid[]) and cardinality(block.ids) <= ${mostAlike}
    )
    select distinct least(met.id, met.other) as a, greatest(met.id, met.other) as b
    from met
    where ${which === 'later' ? sql`met.other > met.id` : sql`met.other <> met.id`}`.execute(tx)
  return rows
}

/** Leaves out the pairs that are marked as being of different people, as they are or as records that became them. */
export async function withoutMarked<P extends Pair>(tx: Reader, pairs: P[]): Promise<P[]> {
  if (pairs.length === 0) return []
  const { rows } = await sql<{ n: number }>`
    select n from unnest(${pairs.map(({ a }) => a)}::uuid[], ${pairs.map(({ b }) => b)}::uuid[])
      with ordinality as pair (a, b, n)
    where not marked_as_different(a, b) order by n`.execute(tx)
  return rows.map(({ n }) => pairs[n - 1]!)
}

interface Row extends Omit<Particulars, 'address'> {
  id: string
  line: string | null
  city: string | null
  postalCode: string | null
}

/** The profiles of those of these patients that are live. */
export async function profilesOf(tx: Reader, patientIds: Iterable<string>): Promise<Map<string, Profile>> {
  const { rows } = await sql<Row>`
    select id, given_name, family_name, birth_date, sex, phone, email, address_line as line, city, postal_code,
      coalesce((
        select jsonb_agg(jsonb_build_object('system', system, 'value', value))
        from patient_identifiers where patient_id = patients.id), '[]') as identifiers
    from patients
    where id = any(${[...patientIds]}::uuid[]) and merged_into is null`.execute(tx)
  return new Map(
    rows.map(({ line, city, postalCode, ...row }) => [
      row.id,
      profileOf({ ...row, address: { line, city, postalCode } }),
    ]),
  )
}
