import { sql } from 'kysely'
import { importFields } from '#contract'
import { patients } from '../../patients/rows.ts'
import { externalId } from './external-id.ts'
import { ofRecords } from './kind.ts'

/** Live records. Those merged into others are in them. */
export const exportedPatients = ofRecords(
  importFields.patients,
  1000,
  (tx, limit, after) =>
    patients(tx)
      .select(externalId('patients', 'patients.id'))
      .where('patients.mergedInto', 'is', null)
      .$if(after !== undefined, (query) => query.where('patients.id', '>', after!))
      .orderBy('patients.id')
      .limit(limit)
      .execute(),
  (row) => ({
    ...row,
    identifiers: row.identifiers.map(({ system, value, use }) => ({ system, value, use })),
  }),
  sql`select id from patients where merged_into is null`,
)
