import { sql } from 'kysely'
import type { Database, Job } from '#platform'
import type { Matcher } from '../../matching/index.ts'
import { nextGroup } from './group.ts'
import { matchNext } from './match-next.ts'
import { nextProject } from './next-project.ts'
import { writeBatch } from './write-batch.ts'

export interface Backfill {
  /** That has a new tracker, or a changed one; none where it is only to be seen whether a job was lost. */
  projectId?: string
}

/** A project whose trackers have not come on for so long has lost its job. */
export const stalledAfter = sql`interval '5 minutes'`

/**
 * Goes over the sources of all projects that have trackers which are new or were changed, until there is none left. The
 * projects take turns, a batch each; the trackers of one go together as far as they are at the same place. What was done
 * is committed as it goes: a run that was cut off is continued by the next, and of two runs the one that comes second to
 * a step leaves it to the other. A project with which it fails is left for the next run, and keeps no other waiting.
 */
export const createBackfillJob = (matcher: Matcher): Job<Backfill> => ({
  name: 'trackers.backfill',
  schedule: '*/5 * * * *',
  timeLimitSeconds: 6 * 3600,
  async run({ db, signal }, { projectId }) {
    if (!projectId && !(await isAnyStalled(db))) return
    const failed = new Map<string, unknown>()
    for (;;) {
      signal.throwIfAborted()
      const next = await nextProject(db, [...failed.keys()])
      if (!next) break
      try {
        const group = await nextGroup(db, next)
        if (group) await writeBatch(db, group, await matchNext(db, matcher, group, signal))
      } catch (error) {
        failed.set(next, error)
      }
    }
    if (failed.size > 0) throw new AggregateError(failed.values(), 'Going back over sources failed')
  },
})

async function isAnyStalled({ reader }: Database): Promise<boolean> {
  const row = await reader
    .selectFrom('trackerBackfills')
    .select('trackerId')
    .where('progressedAt', '<', sql<string>`now() - ${stalledAfter}`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
