import { sql } from 'kysely'
import { patientFields } from '#contract'
import { eachRow, type Invariant, noRow, rowsOf } from '#platform'
import { isNoted, references } from './merging/references.ts'

export const patientInvariants: Invariant[] = [
  noRow(
    'Every chain of merges ends at a live record',
    sql`
      with recursive reached as (
        select id from patients where merged_into is null
        union all
        select p.id from reached join patients p on p.merged_into = reached.id
      )
      select 'patients ' || p.id as row, 'its chain ends in a loop or at no record' as what from patients p
      where p.merged_into is not null and not exists (select from reached where reached.id = p.id)`,
  ),
  noRow(
    'A record is merged exactly if a merge of it is in force',
    sql`
      select 'patients ' || p.id as row, case
          when g.id is null then 'it is merged, but no merge of it exists'
          when p.merged_into is null then 'it is live, but merge ' || g.id || ' is in force'
          else 'it is merged into another record than that of merge ' || g.id end as what
      from patients p left join patient_merges g on g.source_id = p.id and g.undone_at is null
      where p.merged_into is distinct from g.target_id`,
  ),
  {
    rule: 'A merged record keeps only the rows that its merge kept back',
    async *check({ tx }) {
      for (const reference of await references(tx)) {
        const { table, column, relation, quotedColumn, primaryKey } = reference
        const key = primaryKey.map(({ quoted }) => `t.${quoted}`).join(', ')
        yield* rowsOf(
          tx,
          sql<{ row: string; what: string }>`
            select ${`${table} `}::text || concat_ws('/', ${sql.raw(key || 't.ctid')}) as row,
              'it is of patient ' || p.id || ', who was merged into another record' as what
            from ${sql.raw(relation)} t join patients p on p.id = t.${sql.raw(quotedColumn)} and p.merged_into is not null
            where not exists (
              select from patient_merges g join patient_merge_rows r on r.merge_id = g.id
              where g.source_id = p.id and g.undone_at is null and r.kind = 'kept_back'
              and r.table_name = ${table} and r.column_name = ${column} and ${isNoted(reference, 't', 'r.key')})`,
        )
      }
    },
  },
  eachRow<{ before: object; target: object; after: object; order: boolean }>(
    'A merge stores everything that undoing it needs',
    sql`select 'patient_merges ' || id as row, source_before as before, target_before as target, target_after as after,
        coalesce(undone_at >= merged_at, true) as order from patient_merges`,
    ({ before, target, after, order }) => {
      if (!order) return 'it was undone before it was performed'
      const sides = Object.entries({ before, target, after })
      // Merges from before a field existed store it nowhere.
      const stored = patientFields.filter((field) => sides.some(([, kept]) => field in kept))
      const missing = sides.flatMap(([side, kept]) =>
        stored.flatMap((field) => (field in kept ? [] : `${field} (${side})`)),
      )
      return missing.length > 0 ? `it lacks ${missing.join(', ')}` : null
    },
  ),
  noRow(
    'A merge stores exactly the identifiers that it found',
    sql`
      with kept as (
        select g.id as merge_id, had ->> 'id' as identifier
        from patient_merges g cross join jsonb_array_elements(g.source_before -> 'identifiers') had
      ), found as (
        select merge_id, key[1] as identifier from patient_merge_rows
        where table_name = 'patient_identifiers' and kind in ('moved', 'kept_back')
      )
      select 'patient_merges ' || merge_id as row, 'identifier ' || identifier || case
        when found.identifier is null then ' is stored, but was not found' else ' was found, but is not stored' end as what
      from kept full join found using (merge_id, identifier)
      where kept.* is null or found.* is null`,
  ),
  noRow(
    'A merge stores how many rows it moved',
    sql`
      with stored as (
        select g.id as merge_id, s.key as table_name, s.value::bigint as rows
        from patient_merges g cross join jsonb_each_text(g.moved) s
      ), found as (
        select merge_id, table_name, count(distinct key) as rows from patient_merge_rows
        where kind = 'moved' group by merge_id, table_name
      )
      select 'patient_merges ' || merge_id as row, 'of ' || table_name || ' it stores ' || coalesce(stored.rows, 0)
        || ', but moved ' || coalesce(found.rows, 0) as what
      from stored full join found using (merge_id, table_name) where stored.rows is distinct from found.rows`,
  ),
  noRow(
    'The history of a patient has every version since its first entry',
    sql`
      select 'patients ' || p.id as row, 'it is at version ' || p.version || ', its history at ' || max(c.version)
        || ' with ' || count(*) || ' entries since ' || min(c.version) as what
      from patients p join patient_changes c on c.patient_id = p.id group by p.id
      having max(c.version) <> p.version or count(*) <> p.version - min(c.version) + 1`,
  ),
  noRow(
    'The access log names existing records, users and keys',
    sql`
      with unknown as (
        select distinct shown.id from access_log cross join unnest(patient_ids) as shown (id)
        where not exists (select from patients p where p.id = shown.id)
          -- What is noted in the second of an erasure is written after it.
          and not exists (select from erasures where shown.id = any (erasures.patient_ids))
      )
      select 'access_log ' || r.id as row, case
          when u.id is null then 'it is of no user'
          when k.id is null and r.api_key_id is not null then 'it is of no key of the user'
          else 'it is of no patient' end as what
      from access_log r left join users u on u.id = r.user_id
      left join api_keys k on k.id = r.api_key_id and k.owner_id = r.user_id
      where r.patient_ids && array(select id from unknown) or u.id is null or (k.id is null and r.api_key_id is not null)`,
  ),
  noRow(
    'Nobody is a patient who was erased',
    sql`select 'patients ' || id as row, 'it was erased by erasure ' || erasure_id as what
      from (select erasures.id as erasure_id, unnest(patient_ids) as id from erasures) erased join patients using (id)`,
  ),
  noRow(
    'Records flagged as not duplicates are not merged',
    sql`select 'not_duplicate_pairs ' || id as row, 'both became patient ' || patient_root(patient_a) as what
      from not_duplicate_pairs where patient_root(patient_a) = patient_root(patient_b)`,
  ),
  noRow(
    'Only live records are searched for duplicates',
    sql`select distinct 'patient_match_keys of ' || k.patient_id as row, 'the record is not live' as what
      from patient_match_keys k left join patients p on p.id = k.patient_id and p.merged_into is null
      where p.id is null`,
  ),
  noRow(
    'Patients are found by the words of the names that they have or had, and by no others',
    sql`
      with named as materialized (
        select id as patient_id, name_key, false as is_former from patients
        union
        select patient_id, former_name_key, true from patient_changes where former_name_key is not null
      ), word as (
        select word, patient_id, name_key, is_former from named, words_of_name(name_key) word
      ), found as (
        select word, patient_id, name_key, is_former from patient_name_words
      )
      select distinct 'patient_name_words of ' || patient_id as row, what from (
        select patient_id, 'a word is missing' as what from (select * from word except select * from found) as missing
        union all
        select patient_id, 'a word is of no name' from (select * from found except select * from word) as other
        union all
        select patient_id, 'a word is unknown to searches' from found
        where not exists (select from name_words where name_words.word = found.word)
      ) as wrong`,
  ),
]
