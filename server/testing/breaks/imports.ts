import type { Life } from '../life.ts'
import { type Break, changed, made } from './break.ts'

export const importBreaks = (life: Life): Break[] => [
  {
    rule: 'An import lists every row that it counts as flagged or failed',
    ...changed('imports', `id = '${life.importId}'`, 'failed = failed + 1, created = created - 1'),
  },
  {
    rule: 'Each imported row became a record',
    rows: ['imported_records patients IMPORTED-1'],
    sql: [`update imported_records set record_id = '${made}' where key = 'IMPORTED-1'`],
  },
  {
    rule: 'A dry run imports nothing',
    ...changed('imports', `id = '${life.importId}'`, 'dry_run = true'),
  },
]
