import type { Implementation, Job, Jobs } from '#platform'
import { list } from './list.ts'
import { listMarks } from './list-marks.ts'
import { listOf } from './list-of.ts'
import { mark } from './mark.ts'
import { createSearch } from './search.ts'
import { searchJob } from './search-job.ts'
import { unmark } from './unmark.ts'

export const duplicateJobs: Job<never>[] = [searchJob]

export const createDuplicateOperations = (jobs: Jobs): Implementation[] => [
  listOf,
  list,
  createSearch(jobs),
  mark,
  listMarks,
  unmark,
]
export { likelyDuplicates } from './list.ts'
