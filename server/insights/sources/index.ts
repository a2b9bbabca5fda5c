import type { Files, Implementation, Job, Jobs } from '#platform'
import type { Extractor } from '../extraction/index.ts'
import type { Matcher } from '../matching/index.ts'

export interface SourceServices {
  files: Files
  extractor: Extractor
  matcher: Matcher
  maxUploadBytes: number
}

export function createSources(_services: SourceServices): {
  jobs: Job<never>[]
  operations: (jobs: Jobs) => Implementation[]
} {
  return { jobs: [], operations: () => [] }
}
