import type { Implementation, Job, Jobs } from '#platform'
import { create } from './create.ts'
import { createDuplicateOperations, duplicateJobs } from './duplicates/index.ts'
import { createErase, type NoteErasures } from './erasure/erase.ts'
import { get } from './get.ts'
import { listHistory } from './history.ts'
import { list } from './list.ts'
import { get as getMerge } from './merging/get.ts'
import { list as listMerges } from './merging/list.ts'
import { merge } from './merging/merge.ts'
import { undo } from './merging/undo.ts'
import { expireReads, readOperations } from './reads/index.ts'
import { update } from './update.ts'

export const patientJobs: Job<never>[] = [...duplicateJobs, expireReads]

export const createPatientOperations = (jobs: Jobs, noteErasures: NoteErasures): Implementation[] => [
  ...createDuplicateOperations(jobs),
  list,
  create,
  get,
  update,
  listHistory,
  merge,
  listMerges,
  getMerge,
  undo,
  createErase(noteErasures),
  ...readOperations,
]

export type { NoteErasures } from './erasure/erase.ts'
export { homeOfPatients } from './home.ts'
export { patientInvariants } from './invariants.ts'
export { type AccessLog, createAccessLog } from './reads/index.ts'
export { searchablePatients } from './searchable.ts'
