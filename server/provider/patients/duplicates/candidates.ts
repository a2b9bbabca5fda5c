import { sql } from 'kysely'
import type { Reader } from '#platform'
import { type Particulars, type Profile, profileOf } from './profile.ts'

/** Two records in id order. */
export interface Pair {
  a: string
  b: string
}

/** A key that more records share, such as a common name, is not enough by itself. */
const few = 10
/** A key that more records share is ignored. Records of one person also share rarer keys. */
const many = 100

/**
 * Returns the pairs with these patients that are worth comparing, each once: those that share a rare key or two keys.
 * @param which all pairs, or those with a later id, for a search of all patients
 */
export async function candidatesOf(
  tx: Reader,
  patientIds: string[],
  which: 'all' | 'later',
): Promise<Pair[]> {
  const { rows } = await sql<Pair>`
    with block as (
      select mine.patient_id as id, sharing.ids
      from patient_match_keys mine
      cross join lateral (
        select array_agg(patient_id) as ids
        from (select patient_id from patient_match_keys where key = mine.key limit ${many + 1}) as first_ones
      ) as sharing
      where mine.patient_id = any(${patientIds}::uuid[])
      union all
      select mine.patient_id, sharing.ids
      from patient_identifiers mine
      cross join lateral (
        select array_agg(patient_id) as ids
        from (
          select patient_id from patient_identifiers where compact(value) = compact(mine.value) limit ${many + 1}
        ) as first_ones
      ) as sharing
      where mine.patient_id = any(${patientIds}::uuid[])
    )
    select least(block.id, other) as a, greatest(block.id, other) as b
    from block cross join lateral unnest(ids) as other
    where cardinality(ids) <= ${many} and ${which === 'later' ? sql`other > block.id` : sql`other <> block.id`}
    group by block.id, other
    having count(*) > 1 or min(cardinality(ids)) <= ${few}`.execute(tx)
  return rows
}

/** Omits pairs flagged as not duplicates, also through records merged into them. */
export async function withoutFlagged<P extends Pair>(tx: Reader, pairs: P[]): Promise<P[]> {
  if (pairs.length === 0) return []
  const { rows } = await sql<{ n: number }>`
    select n from unnest(${pairs.map(({ a }) => a)}::uuid[], ${pairs.map(({ b }) => b)}::uuid[])
      with ordinality as pair (a, b, n)
    where not marked_as_different(a, b) order by n`.execute(tx)
  return rows.map(({ n }) => pairs[n - 1]!)
}

type Row = { id: string } & Omit<Particulars, 'address'> & Particulars['address']

/** Returns the profiles of those patients that are live. */
export async function profilesOf(tx: Reader, patientIds: Iterable<string>): Promise<Map<string, Profile>> {
  const { rows } = await sql<Row>`
    select id, given_name, family_name, birth_date, sex, phone, email, created_at, address_line as line, city, postal_code,
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
