import type { Files } from '#files'
import type { Job, Jobs } from '#platform'
import type { Extract } from '../sources/reading/extract.ts'
import type { Backfill } from '../trackers/backfill/job.ts'
import { createPseudonymise } from './pseudonymise.ts'
import { createWalk } from './walk.ts'

interface Services {
  files: Files
  extract: Extract
  backfill: Job<Backfill>
}

export function createPseudonyms({ files, extract, backfill }: Services) {
  const walk = createWalk(extract, files)
  return {
    jobs: [walk],
    operations: (jobs: Jobs) => [createPseudonymise({ jobs, backfill, walk })],
  }
}
