import type { Files } from '#files'
import type { EmailKind, QueueEmail } from '#mail'
import type { Implementation, Job, Jobs, Log } from '#platform'
import { inProject } from './library/projects.ts'
import { createMatcher } from './matching/matcher.ts'
import { archivedProjectsEmail } from './projects/archived-email.ts'
import { createProjects } from './projects/index.ts'
import { createPseudonyms } from './pseudonyms/index.ts'
import { createSkills, type ModelSettings } from './skills/index.ts'
import { createExtractor } from './sources/extractor/extractor.ts'
import { createSources } from './sources/index.ts'
import { createTrackers } from './trackers/index.ts'

export { homeOfInsights } from './home.ts'
export { createInsightsInvariants, type InsightsThoroughness } from './invariants.ts'
export { searchableInsights } from './searchable.ts'
export type { ModelSettings } from './skills/index.ts'

export interface InsightsServices {
  files: Files
  /** The largest upload. */
  maxUploadBytes: number
  /** Without one, only built-in skills run. */
  model: ModelSettings | null
  /** The base URL of the pages. */
  baseUrl: string
  /** Null if email is not configured. */
  queueEmail: QueueEmail | null
  log: Log
}

/** The emails about projects. */
export const insightsEmails: EmailKind[] = [archivedProjectsEmail]

export interface Insights {
  jobs: Job<never>[]
  createOperations(jobs: Jobs): Implementation[]
  /** Ends worker threads and processes. */
  stop(): Promise<void>
}

/** Creates the operations and jobs of projects, sources, trackers and skills. */
export function createInsights(services: InsightsServices): Insights {
  const { files, maxUploadBytes, model, baseUrl, queueEmail, log } = services
  const extractor = createExtractor()
  const matcher = createMatcher()
  const sources = createSources({ files, maxUploadBytes, extractor, matcher })
  const trackers = createTrackers({ matcher, baseUrl })
  const parts = [
    createProjects({ files, queueEmail }),
    sources,
    trackers,
    createPseudonyms({ files, ...sources, ...trackers }),
    createSkills({ files, model, log }),
  ]
  return {
    jobs: parts.flatMap(({ jobs }) => jobs),
    createOperations: (jobs) => parts.flatMap(({ operations }) => operations(jobs)).map(inProject),
    async stop() {
      await Promise.all([extractor.stop(), matcher.stop()])
    },
  }
}
