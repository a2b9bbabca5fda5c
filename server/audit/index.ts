import { exportEntries } from './export.ts'
import { list } from './list.ts'

export { findEntries } from './entries.ts'
export { exportLog } from './export-log.ts'
export { createAuditInvariants } from './invariants.ts'
export {
  type AuditActor,
  formerly,
  operator,
  record,
  recordAll,
  type Target,
  userTarget,
  visitor,
} from './record.ts'
export { createSealJob, headText, keepSealed, sealBatch, sealHead } from './seal.ts'
export type { Finding } from './verify-seal.ts'
export { type Verified, verifySeals } from './verify-seals.ts'

export const auditOperations = [list, exportEntries]
