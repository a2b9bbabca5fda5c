import { sql } from 'kysely'
import { cancelRun } from '#contract'
import { implement, Refusal } from '#platform'
import { findRun } from './rows.ts'

/** Whoever works on the run notices that it is theirs no longer; a queued one is not begun any more. */
export const cancel = implement(cancelRun, async ({ tx, params: { runId } }) => {
  // This may have waited for an attempt to begin, which then began after this transaction did.
  const finishedAt = sql<string>`greatest(clock_timestamp(), started_at)`
  const { numUpdatedRows } = await tx
    .updateTable('skillRuns')
    .set({ status: 'canceled', attempt: null, finishedAt })
    .where('id', '=', runId)
    .where('finishedAt', 'is', null)
    .executeTakeFirst()
  const run = await findRun(tx, runId)
  if (!run) throw new Refusal('run_not_found')
  if (numUpdatedRows === 0n) throw new Refusal('run_finished')
  return run
})
