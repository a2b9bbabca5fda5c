import { getRun } from '#contract'
import { implement, Refusal } from '#platform'
import { findRun, shownTo } from './run-rows.ts'

export const get = implement(getRun, async ({ tx, actor, params }) => {
  const run = await findRun(tx, params.runId)
  if (!run) throw new Refusal('run_not_found')
  return shownTo(actor, run)
})
