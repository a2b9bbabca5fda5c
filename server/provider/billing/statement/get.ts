import { getStatement } from '#contract'
import { implement } from '#platform'
import { readStatement } from './read.ts'

export const getPatientStatement = implement(getStatement, ({ tx, params, query }) =>
  readStatement(tx, params.patientId, query),
)
