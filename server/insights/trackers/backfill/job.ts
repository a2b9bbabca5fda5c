import { sql } from 'kysely'
import type { Database, Job } from '#platform'
import type { Matcher } from '../../matching/index.ts'
import { nextGroup } from './group.ts'
import { matchNext } from './match-next.ts'
import { writeBatch } from './write-batch.ts'

export interface Backfill {
  projectId?: string
}

/** A project whose trackers have not come on for so long has lost its job. */
export const stalledAfter = sql`interval '5 minutes'`

/**
 * Goes over the sources of a project for its trackers that are new or were changed, together as far as they are at the
 * same place, until there is none left; at times, for those projects whose job was lost. What was done is committed as it
 * goes: a run that was cut off is continued by the next, and of two runs the one that comes second to a step stops.
 */
export const createBackfillJob = (matcher: Matcher): Job<Backfill> => ({
  name: 'trackers.backfill',
  schedule: '*/5 * * * *',
  timeLimitSeconds: 6 * 3600,
  async run({ db, signal }, { projectId }) {
    for (const id of projectId ? [projectId] : await stalled(db)) {
      for (;;) {
        signal.throwIfAborted()
        const group = await nextGroup(db, id)
        if (!group) break
        const batch = await matchNext(db, matcher, group)
        if ((await writeBatch(db, group, batch)) === 'taken over') break
      }
    }
  },
})

async function stalled({ reader }: Database): Promise<string[]> {
  const rows = await reader
    .selectFrom('trackerBackfills')
    .innerJoin('trackers', 'trackers.id', 'trackerId')
    .select('projectId')
    .distinct()
    .where('progressedAt', '<', sql<string>`now() - ${stalledAfter}`)
    .execute()
  return rows.map(({ projectId }) => projectId)
}
