import type { Job, Jobs } from '#platform'
import type { Extract } from '../sources/reading/extract.ts'
import type { Backfill } from '../trackers/backfill/job.ts'
import { createPseudonymise } from './pseudonymise.ts'
import { createWalk } from './walk.ts'

interface Services {
  extract: Extract
  backfill: Job<Backfill>
}

export function createPseudonyms({ extract, backfill }: Services) {
  const walk = createWalk(extract)
  return {
    jobs: [walk],
    operations: (jobs: Jobs) => [createPseudonymise({ jobs, backfill, walk })],
  }
}
