import { Readable } from 'node:stream'
import { getStatementPdf } from '#contract'
import { implement } from '#platform'
import { readSettingsToday } from '#settings'
import { patients, toPatient } from '../../patients/patient-rows.ts'
import { billTo } from '../bill-to.ts'
import { renderStatement } from '../pdf/render-statement.ts'
import { readStatement } from './read.ts'

export const getPatientStatementPdf = implement(getStatementPdf, async ({ tx, params, query, signal }) => {
  const statement = await readStatement(tx, params.patientId, query)
  const patient = await patients(tx).where('patients.id', '=', statement.patientId).executeTakeFirstOrThrow()
  const { settings, today } = await readSettingsToday(tx)
  const parties = { billTo: billTo(null, toPatient(patient)), seller: settings, date: today }
  const pdf = await renderStatement(statement, parties, { signal })
  const filename = `${['statement', query.from, query.to].filter(Boolean).join('-')}.pdf`
  const content = Readable.from([pdf])
  return { type: 'application/pdf', filename, content, patients: [statement.patientId] }
})
