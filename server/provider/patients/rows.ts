import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import { type Identifier, type MergeField, mergeFields, type Patient } from '#contract'
import type { Reader } from '#database'

/** A row of `patients`. */
export interface PatientRow extends Omit<Patient, 'status' | 'address' | 'identifiers'> {
  addressLine: string | null
  city: string | null
  region: string | null
  postalCode: string | null
  country: string | null
  identifiers: Identifier[]
}

/** Fields that are a column of the same name and type. */
type PlainField = Exclude<MergeField, 'sex' | 'address'>
const plainColumns = mergeFields
  .filter((field): field is PlainField => field !== 'sex' && field !== 'address')
  .map((field) => `patients.${field}` as const)

/**
 * Selects live and merged patients, for the caller to filter. A merged record has the identifiers it had before the merge,
 * although most of them belong to the survivor now.
 */
export function patients(tx: Reader): SelectQueryBuilder<PatientTables, 'patients', PatientRow> {
  return tx.selectFrom('patients').select([
    'patients.id',
    'patients.version',
    ...plainColumns,
    'patients.addressLine',
    'patients.city',
    'patients.region',
    'patients.postalCode',
    'patients.country',
    'patients.createdAt',
    'patients.updatedAt',
    sql<Patient['sex']>`patients.sex`.as('sex'),
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
}

type PatientTables = Reader extends Kysely<infer Tables> ? Tables : never

export function toPatient({ addressLine, city, region, postalCode, country, ...row }: PatientRow): Patient {
  return {
    ...row,
    status: row.mergedInto ? 'merged' : 'active',
    address: { line: addressLine, city, region, postalCode, country },
  }
}
