import { getPatient } from '#contract'
import { implement } from '#platform'
import { patientNotFound } from './live.ts'
import { patients, toPatient } from './patient-rows.ts'

export const get = implement(getPatient, async ({ tx, params }) => {
  const patient = await patients(tx).where('patients.id', '=', params.patientId).executeTakeFirst()
  if (!patient) throw patientNotFound()
  return toPatient(patient)
})
