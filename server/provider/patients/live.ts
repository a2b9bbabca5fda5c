import { sql } from 'kysely'
import type { Patient } from '#contract'
import type { Reader, Transaction } from '#database'
import { Refusal } from '#platform'
import { patients, toPatient } from './patient-rows.ts'

/**
 * Returns a live patient and prevents its merge until `tx` ends. Call this before writing a row that refers to a patient:
 * it waits for a concurrent merge, and then refuses the merged record.
 * @param path the input field with the patient's id: `patientId`
 * @throws Refusal `patient_not_found`, or `patient_merged` naming the survivor
 */
export async function lockLivePatient(tx: Transaction, patientId: string, path: string): Promise<Patient> {
  // Conflicts with the FOR UPDATE of a merge, but not with edits of the patient.
  const row = await patients(tx).where('patients.id', '=', patientId).forKeyShare().executeTakeFirst()
  if (!row) throw patientNotFound(path)
  if (row.mergedInto) throw await patientMerged(tx, patientId, path)
  return toPatient(row)
}

/** Returns the live record at the end of a record's chain of merges; null for an unknown id. */
export async function rootOf(tx: Reader, patientId: string): Promise<string | null> {
  const { rows } = await sql<{
    root: string | null
  }>`select patient_root(${patientId}::uuid) as root`.execute(tx)
  return rows[0]?.root ?? null
}

/** @param path the field of the request with the patient's id; none if the id is in the URL */
export function patientNotFound(path?: string): Refusal {
  const detail = 'Patient not found.'
  return new Refusal('patient_not_found', detail, path ? { fields: [{ path, message: detail }] } : {})
}

/** Returns the refusal of a write to a merged record, which names the survivor. */
export async function patientMerged(tx: Reader, mergedId: string, path?: string): Promise<Refusal> {
  const survivor = await patients(tx)
    .where('patients.id', '=', await rootOf(tx, mergedId))
    .executeTakeFirstOrThrow()
  const detail = `This record was merged into ${patientName(survivor)} (${survivor.id}).`
  const fields = path ? [{ path, message: detail }] : []
  return new Refusal('patient_merged', detail, { fields, patients: [survivor.id] })
}

/** Returns a name for messages: `Anna Müller`. */
export const patientName = ({ givenName, familyName }: Pick<Patient, 'givenName' | 'familyName'>): string =>
  [givenName, familyName].filter(Boolean).join(' ')
