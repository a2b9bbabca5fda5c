import { exportLog } from './export.ts'
import { list } from './list.ts'

export { type AuditActor, record } from './record.ts'
export { createSealJob, firstBrokenSeal, sealBatch, sealHead } from './seal.ts'

export const auditOperations = [list, exportLog]
