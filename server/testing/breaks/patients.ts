import type { Life } from '../life.ts'
import { type Break, changed, made } from './break.ts'

export const patientBreaks = (life: Life): Break[] => [
  {
    rule: 'Every chain of merges ends at a live record',
    rows: [`patients ${life.retired}`, `patients ${life.otherRetired}`],
    sql: [
      `update patients set merged_into = '${life.otherRetired}' where id = '${life.retired}'`,
      `update patients set merged_into = '${life.retired}' where id = '${life.otherRetired}'`,
      `update patient_merges set target_id = '${life.otherRetired}' where source_id = '${life.retired}'`,
      `update patient_merges set target_id = '${life.retired}' where source_id = '${life.otherRetired}'`,
    ],
  },
  {
    rule: 'Nobody is a patient who was erased',
    rows: [`patients ${life.retired}`],
    sql: [`update erasures set patient_ids = patient_ids || '${life.retired}'::uuid`],
  },
  {
    rule: 'A record is merged exactly if a merge of it is in force',
    rows: [`patients ${life.retired}`],
    sql: [`update patient_merges set undone_at = now(), undone_by = merged_by where id = '${life.merged}'`],
  },
  {
    rule: 'A merged record keeps only the rows that its merge kept back',
    rows: [`patient_identifiers ${made}`],
    sql: [
      `insert into patient_identifiers values ('${made}', '${life.retired}', 0, 'clinic', '99', 'usual')`,
    ],
  },
  {
    rule: 'A merge stores everything that undoing it needs',
    ...changed('patient_merges', `id = '${life.merged}'`, `target_before = target_before - 'phone'`),
  },
  {
    rule: 'A merge stores exactly the identifiers that it found',
    ...changed(
      'patient_merges',
      `id = '${life.merged}'`,
      `source_before = source_before #- '{identifiers,0}'`,
    ),
  },
  {
    rule: 'A merge stores how many rows it moved',
    ...changed('patient_merges', `id = '${life.merged}'`, `moved = '{}'`),
  },
  {
    rule: 'The history of a patient has every version since its first entry',
    rows: [`patients ${life.survivor}`],
    sql: [`update patients set version = version + 1 where id = '${life.survivor}'`],
  },
  {
    rule: 'The access log names existing records, users and keys',
    rows: [`access_log ${made}`],
    sql: [
      `insert into access_log (id, at, user_id, operation, patient_ids, count)
       select '${made}', now(), id, 'patients.get', array['${made}']::uuid[], 1 from users limit 1`,
    ],
  },
  {
    rule: 'Records flagged as not duplicates are not merged',
    rows: [`not_duplicate_pairs ${made}`],
    sql: [
      `insert into not_duplicate_pairs (id, patient_a, patient_b, marked_by) select '${made}', least(source_id, target_id),
       greatest(source_id, target_id), merged_by from patient_merges where id = '${life.merged}'`,
    ],
  },
  {
    rule: 'Only live records are searched for duplicates',
    rows: [`patient_match_keys of ${life.retired}`],
    sql: [`insert into patient_match_keys values (1, '${life.retired}')`],
  },
  {
    rule: 'Patients are found by the words of the names that they have or had, and by no others',
    rows: [`patient_name_words of ${life.retired}`],
    sql: [`delete from patient_name_words where patient_id = '${life.retired}'`],
  },
]
