import { listPatientReads } from '#contract'
import { implement } from '#platform'
import { patientNotFound } from '../live.ts'
import { findReads } from './find-reads.ts'

export const listOfPatient = implement(listPatientReads, async ({ tx, params: { patientId }, query }) => {
  const patient = await tx.selectFrom('patients').select('id').where('id', '=', patientId).executeTakeFirst()
  if (!patient) throw patientNotFound()
  return findReads(tx, { ...query, patientId })
})
