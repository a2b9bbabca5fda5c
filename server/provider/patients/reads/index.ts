import type { Implementation } from '#platform'
import { exportReads } from './export.ts'
import { list } from './list.ts'
import { listOfPatient } from './list-of-patient.ts'

export { type AccessLog, createAccessLog } from './access-log.ts'
export { expireReads } from './expire.ts'

export const readOperations: Implementation[] = [list, exportReads, listOfPatient]
