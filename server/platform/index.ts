export { createBatchWriter } from './batch-writer.ts'
export { afterCursor, readPage, readSortedPage, toPage } from './cursor.ts'
export { ForeignFolderError, openFolder } from './data-folder.ts'
export { deleteExpired } from './delete-expired.ts'
export { expireIdempotencyRecords } from './expire-idempotency-records.ts'
export { decimalText, type HomeContext, type HomePart, type HomeSection, instantText } from './home.ts'
export {
  type Authenticate,
  bearerToken,
  countKeyUse,
  isConfirmed,
  mayUse,
  type NoteRead,
  type Rights,
  type RightsOf,
  refuseWithout,
  refuseWithoutConfirmation,
} from './http/access.ts'
export { compressOptions } from './http/compress.ts'
export { addEndpoint, type Caller, type EndpointResult } from './http/endpoint.ts'
export { type ServerSentEvent, sendEvents } from './http/events.ts'
export { holdPort } from './http/hold-port.ts'
export { credentialsOf } from './http/input.ts'
export { ListenError } from './http/listen-error.ts'
export type { Pipeline } from './http/routes.ts'
export { createServer } from './http/server.ts'
export { validateFields } from './http/validate.ts'
export { createKeyedQueue } from './idempotency.ts'
export { firstIdAt, newId } from './ids.ts'
export {
  type AfterCommit,
  Answer,
  type Call,
  type Credentials,
  type File,
  type Implementation,
  implement,
  implementOnSnapshot,
  implementOutside,
  implementRecorded,
  type Prepare,
  type RefusedCall,
  type ShownPatients,
  type StoredFile,
  type UploadedFile,
} from './implement.ts'
export {
  eachRow,
  type Invariant,
  noRow,
  rowsOf,
  type Snapshot,
  type Violation,
} from './invariants/invariant.ts'
export { idempotencyInvariants, jobInvariants } from './invariants/records.ts'
export { schemaInvariants } from './invariants/schema.ts'
export { type Job, type JobContext, type Jobs, startJobs } from './jobs.ts'
export { containing, folded, hasWords } from './like.ts'
export { createLimit } from './limit.ts'
export { createLog, type Log } from './log.ts'
export {
  freeUnusedMemory,
  isMemoryScarce,
  MemoryError,
  requireMemory,
  spareMemory,
  totalMemory,
} from './memory.ts'
export { createOutageLog } from './outage-log.ts'
export { partOf } from './range.ts'
export { busy, invalidField, Refusal } from './refusal.ts'
export { repeat } from './repeat.ts'
export { matchOf, resembles, type Searchable } from './searchable.ts'
export { decrypt, encrypt } from './secrets/encrypted.ts'
export { type Secret, Secrets } from './secrets/secrets.ts'
export { readSigned, type Signed, sign } from './secrets/signed.ts'
export { createThread } from './thread.ts'
export { createTurns, inHelperTurn, type Turn } from './turns.ts'
export { vacuumEmbedded } from './vacuum.ts'
export { cpuOfProcess, limitWork } from './work-limit.ts'
