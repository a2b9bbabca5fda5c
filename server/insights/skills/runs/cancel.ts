import { sql } from 'kysely'
import { cancelRun } from '#contract'
import { implement, Refusal } from '#platform'
import { findRun, shownTo } from './run-rows.ts'

/** An attempt in progress notices that it lost the run; a queued run will not start. */
export const cancel = implement(cancelRun, async ({ tx, actor, params: { runId } }) => {
  // If this waited for an attempt to start, that started later than this transaction.
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
  return shownTo(actor, run)
})
