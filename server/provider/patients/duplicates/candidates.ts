import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '#database'
import { type Particulars, type Profile, profileOf } from '#engines/linkage'

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
    with mine as materialized (
      select key, patient_id from patient_match_keys where patient_id = any(${patientIds}::uuid[])
    ), block as (
      select mine.patient_id as id, sharing.ids
      from (select distinct key from mine) as each
      cross join lateral (
        select array_agg(patient_id) as ids
        from (select patient_id from patient_match_keys where key = each.key limit ${many + 1}) as first_ones
      ) as sharing
      join mine using (key)
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

type Row = Omit<Particulars, 'address'> &
  Particulars['address'] & {
    id: string
    givenKey: string | null
    familyKey: string | null
  }

/** Values of more patients are common, however many more. */
const countedUpTo = 500
/** Beyond this, the last search of all patients counted them. */
const patientsCountedUpTo = 10_000

/** Returns the profiles of those patients that are live, with how many patients share their names and birth dates. */
export async function profilesOf(tx: Reader, patientIds: Iterable<string>): Promise<Map<string, Profile>> {
  const { rows } = await sql<Row>`
    select id, given_name, family_name, birth_date, sex, phone, email, created_at, address_line as line, city, postal_code,
      given_key, family_key, coalesce((
        select jsonb_agg(jsonb_build_object('system', system, 'value', value))
        from patient_identifiers where patient_id = patients.id), '[]') as identifiers
    from unnest(${[...patientIds]}::uuid[]) as wanted (id) join patients using (id) where merged_into is null`.execute(
    tx,
  )
  const counts = await countsOf(tx, rows)
  return new Map(
    rows.map(({ line, city, postalCode, givenKey, familyKey, ...row }) => [
      row.id,
      profileOf(
        { ...row, address: { line, city, postalCode } },
        {
          patients: counts('patients', ''),
          givenName: counts('given', givenKey),
          familyName: counts('family', familyKey),
          birthDate: counts('born', row.birthDate),
        },
      ),
    ]),
  )
}

/** Counts the patients, and those with each name and birth date. */
async function countsOf(tx: Reader, rows: Row[]) {
  const countOf = (isCounted: RawBuilder<unknown>, upTo: number) =>
    sql`(select count(*) from (select from patients where ${isCounted} limit ${sql.lit(upTo)}) as first_ones)`
  const distinct = (values: (string | null)[]) => [...new Set(values.filter((value) => value !== null))]
  const counted = (kind: string, values: (string | null)[], isCounted: RawBuilder<unknown>) => sql`
    select ${kind}::text as kind, value, ${countOf(isCounted, countedUpTo)} as count
    from unnest(${distinct(values)}::text[]) as value`
  const { rows: counts } = await sql<{ kind: string; value: string; count: number }>`
    ${counted(
      'given',
      rows.map(({ givenKey }) => givenKey),
      sql`given_key = value and merged_into is null`,
    )} union all ${counted(
      'family',
      rows.map(({ familyKey }) => familyKey),
      sql`family_key = value and merged_into is null`,
    )} union all ${counted(
      'born',
      rows.map(({ birthDate }) => birthDate),
      sql`birth_date = value::date`,
    )} union all select 'patients', '', greatest(
      ${countOf(sql`merged_into is null`, patientsCountedUpTo)},
      (select total from duplicate_searches order by requested_at desc limit 1))`.execute(tx)
  const known = new Map(counts.map(({ kind, value, count }) => [`${kind} ${value}`, count]))
  return (kind: string, value: string | null) => known.get(`${kind} ${value}`) ?? 0
}
