import { sql } from 'kysely'
import type { Patient } from '#contract'
import { type Reader, Refusal, type Transaction } from '#platform'
import { patients, toPatient } from './rows.ts'

/**
 * Gives a live patient, and keeps it from being merged until `tx` ends. Whatever writes a row that refers to a patient
 * calls this first: a merge that is under way is waited for, and then refused to be written past.
 * @param path the input field that names the patient: `patientId`
 * @throws Refusal `patient_not_found`, or `patient_merged` naming the survivor
 */
export async function lockLivePatient(tx: Transaction, patientId: string, path: string): Promise<Patient> {
  // Conflicts with the FOR UPDATE of a merge, and not with an edit of the patient's fields.
  const row = await patients(tx).where('patients.id', '=', patientId).forKeyShare().executeTakeFirst()
  if (!row) throw patientNotFound(path)
  if (row.mergedInto) throw await patientMerged(tx, patientId, path)
  return toPatient(row)
}

/** The live record at the end of the chain of merges that begins with this one; null where there is no such record. */
export async function rootOf(tx: Reader, patientId: string): Promise<string | null> {
  const { rows } = await sql<{
    root: string | null
  }>`select patient_root(${patientId}::uuid) as root`.execute(tx)
  return rows[0]?.root ?? null
}

/** @param path the field of the body that named the patient; none where it was the address. */
export function patientNotFound(path?: string): Refusal {
  const detail = 'There is no such patient.'
  return new Refusal('patient_not_found', detail, path ? { fields: [{ path, message: detail }] } : {})
}

/** The refusal of a write to a retired record, which says where to write instead. */
export async function patientMerged(tx: Reader, retiredId: string, path?: string): Promise<Refusal> {
  const survivor = await patients(tx)
    .where('patients.id', '=', await rootOf(tx, retiredId))
    .executeTakeFirstOrThrow()
  const detail = `This record was merged into that of ${nameOf(survivor)} (${survivor.id}).`
  return new Refusal('patient_merged', detail, path ? { fields: [{ path, message: detail }] } : {})
}

/** A name for sentences: `Anna Müller`. */
export const nameOf = ({ givenName, familyName }: Pick<Patient, 'givenName' | 'familyName'>): string =>
  [givenName, familyName].filter(Boolean).join(' ')
