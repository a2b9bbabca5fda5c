import type { Jobs } from '#platform'
import type { Matcher } from '../matching/matcher.ts'
import { createBackfillJob } from './backfill/job.ts'
import { createCreate } from './create.ts'
import { createDelete } from './delete.ts'
import { dismiss } from './dismissals/dismiss.ts'
import { restore } from './dismissals/restore.ts'
import { get } from './get.ts'
import { list } from './list.ts'
import { createPreview } from './preview.ts'
import { removalJob } from './removal-job.ts'
import { listMentionsOfSource } from './results/list-mentions-of-source.ts'
import { createResults } from './results/results.ts'
import { trends } from './trends/trends.ts'
import { createUpdate } from './update.ts'

export interface TrackerServices {
  matcher: Matcher
  /** The base URL of the pages. */
  baseUrl: string
}

export function createTrackers({ matcher, baseUrl }: TrackerServices) {
  const backfill = createBackfillJob(matcher)
  return {
    backfill,
    jobs: [backfill, removalJob],
    operations: (jobs: Jobs) => [
      list,
      createCreate(jobs, backfill),
      createPreview(matcher),
      get,
      createUpdate(jobs, backfill),
      createDelete(jobs, removalJob),
      createResults(baseUrl),
      trends,
      dismiss,
      restore,
      listMentionsOfSource,
    ],
  }
}
