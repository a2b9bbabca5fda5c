import { getStatement } from '#contract'
import { implement } from '#platform'
import { readStatement } from './read.ts'

export const getPatientStatement = implement(getStatement, async ({ tx, params, query }) => {
  const statement = await readStatement(tx, params.patientId, query)
  return statement
})
