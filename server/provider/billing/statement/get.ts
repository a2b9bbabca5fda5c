import { getStatement } from '#contract'
import { implementOnSnapshot } from '#platform'
import { readStatement } from './read.ts'

export const getPatientStatement = implementOnSnapshot(getStatement, ({ tx, params, query }) =>
  readStatement(tx, params.patientId, query),
)
