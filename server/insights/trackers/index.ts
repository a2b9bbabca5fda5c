import type { Implementation, Job, Jobs } from '#platform'
import type { Matcher } from '../matching/index.ts'

export interface TrackerServices {
  matcher: Matcher
}

export function createTrackers(_services: TrackerServices): {
  jobs: Job<never>[]
  operations: (jobs: Jobs) => Implementation[]
} {
  return { jobs: [], operations: () => [] }
}
