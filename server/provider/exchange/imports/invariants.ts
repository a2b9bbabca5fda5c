import { sql } from 'kysely'
import { type Invariant, noRow } from '#platform'

export const importInvariants: Invariant[] = [
  noRow(
    'An import lists every row that it counts as flagged or failed',
    sql`select 'imports ' || i.id as row, 'it counts ' || i.flagged + i.failed || ' rows, but lists ' || count(distinct e.row) as what
      from imports i left join import_errors e on e.import_id = i.id
      group by i.id having i.flagged + i.failed <> count(distinct e.row)`,
  ),
  noRow(
    'Each imported row became a record',
    sql`select 'imported_records ' || r.kind || ' ' || r.key as row, 'record ' || r.record_id || ' does not exist' as what
      from imported_records r where not case r.kind
        when 'patients' then exists (select from patients where id = r.record_id)
        when 'items' then exists (select from items where id = r.record_id)
        else exists (select from stock_documents where id = r.record_id and kind = 'receipt') end`,
  ),
  noRow(
    'A dry run imports nothing',
    sql`select 'imports ' || i.id as row, 'it imported ' || count(*) || ' rows' as what
      from imports i join imported_records r on r.import_id = i.id where i.dry_run group by i.id`,
  ),
]
