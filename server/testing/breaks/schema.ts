import type { Life } from '../life.ts'
import { type Break, made } from './break.ts'

const inForce = 'Every trigger, constraint and index is in force'

export const schemaBreaks = (life: Life): Break[] => [
  {
    rule: 'Every named constraint, index and trigger of the migrations exists',
    rows: ['trigger patient_merges_kept'],
    sql: ['drop trigger patient_merges_kept on patient_merges'],
  },
  {
    rule: inForce,
    rows: ['trigger patient_merges_kept on patient_merges'],
    sql: ['alter table patient_merges disable trigger patient_merges_kept'],
  },
  {
    rule: 'Every foreign key refers to an existing row',
    rows: [{ sql: 'select $$payments $$ || id from payments' }],
    sql: [`update payments set recorded_by = '${made}'`],
  },
  {
    rule: 'Every row satisfies the checks of its table',
    rows: [`items ${life.vials}`],
    sql: [
      'alter table items drop constraint items_reorder_level_check',
      `update items set reorder_level = -1 where id = '${life.vials}'`,
      'alter table items add constraint items_reorder_level_check check (reorder_level >= 0) not valid',
    ],
    also: [{ rule: inForce, rows: ['constraint items_reorder_level_check'] }],
  },
  {
    rule: 'Every unique value exists once',
    rows: ['locations (locations_by_name) main'],
    sql: [
      'set local allow_system_table_mods = on',
      `update pg_index set indisunique = false where indexrelid = 'locations_by_name'::regclass`,
      `insert into locations (id, name, kind) values ('${made}', 'MAIN', 'stock')`,
      `update pg_index set indisunique = true where indexrelid = 'locations_by_name'::regclass`,
    ],
  },
]
