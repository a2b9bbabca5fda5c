import { record } from '#audit'
import type { Actor, Patient } from '#contract'
import type { Transaction } from '#database'
import { patientName } from '../live.ts'

/** Writes the audit entry of a different-patients flag, under one of its two records. */
export const recordFlag = (
  tx: Transaction,
  actor: Actor,
  action: 'patient.flag_different' | 'patient.unflag_different',
  patient: Pick<Patient, 'id' | 'givenName' | 'familyName'>,
  otherPatientId: string,
): Promise<void> =>
  record(
    tx,
    actor,
    action,
    { type: 'patient', id: patient.id, label: patientName(patient) },
    { otherPatientId },
  )
