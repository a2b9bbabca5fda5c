import { listDuplicatesOf } from '#contract'
import { implement } from '#platform'
import { patientMerged, patientNotFound } from '../live.ts'
import { patients, toPatient } from '../patient-rows.ts'
import { findDuplicates } from './find.ts'

const mostListed = 50

export const listOf = implement(listDuplicatesOf, async ({ tx, params }) => {
  const patient = await patients(tx).where('patients.id', '=', params.patientId).executeTakeFirst()
  if (!patient) throw patientNotFound()
  if (patient.mergedInto) throw await patientMerged(tx, patient.id)

  const found = (await findDuplicates(tx, [patient.id], 'all'))
    .map(({ a, b, score, reasons }) => ({ id: a === patient.id ? b : a, score, reasons }))
    .sort((one, other) => other.score - one.score || (one.id < other.id ? -1 : 1))
    .slice(0, mostListed)
  const ids = found.map(({ id }) => id)
  const rows = ids.length === 0 ? [] : await patients(tx).where('patients.id', 'in', ids).execute()
  const byId = new Map(rows.map((row) => [row.id, toPatient(row)]))
  return {
    data: found.map(({ id, ...resemblance }) => ({ patient: byId.get(id)!, ...resemblance })),
    nextCursor: null,
  }
})
