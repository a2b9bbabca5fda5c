import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import { type Identifier, type Patient, type PatientColumn, patientColumns } from '#contract'
import type { Reader } from '#database'

/** A row of `patients`. */
export type PatientRow = Omit<Patient, 'status' | 'address'> & Record<AddressColumn, string | null>
type AddressColumn = Exclude<PatientColumn, keyof Patient>

/**
 * Selects live and merged patients, for the caller to filter. A merged record has the identifiers it had before the merge,
 * although most of them belong to the survivor now.
 */
export function patients(tx: Reader): SelectQueryBuilder<PatientTables, 'patients', PatientRow> {
  return tx
    .selectFrom('patients')
    .select([
      'patients.id',
      'patients.version',
      ...patientColumns.map((column) => `patients.${column}` as const),
      'patients.createdAt',
      'patients.updatedAt',
      sql<string | null>`patient_root(patients.merged_into)`.as('mergedInto'),
      sql<Identifier[]>`coalesce(
        case when patients.merged_into is null then (
          select jsonb_agg(jsonb_build_object('system', i.system, 'value', i.value, 'use', i.use) order by i.position, i.id)
          from patient_identifiers i where i.patient_id = patients.id
        ) else (
          select jsonb_agg(i - '{id,position}'::text[] order by n)
          from patient_merges m, jsonb_array_elements(m.source_before -> 'identifiers') with ordinality as e (i, n)
          where m.source_id = patients.id and m.undone_at is null
        ) end, '[]')`.as('identifiers'),
    ])
    .$castTo<PatientRow>()
}

type PatientTables = Reader extends Kysely<infer Tables> ? Tables : never

export function toPatient({ addressLine, city, region, postalCode, country, ...row }: PatientRow): Patient {
  return {
    ...row,
    status: row.mergedInto ? 'merged' : 'active',
    address: { line: addressLine, city, region, postalCode, country },
  }
}
