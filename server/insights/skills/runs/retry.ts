import type { SkillInput } from '#contract'
import { retryRun } from '#contract'
import { type Implementation, implement, Refusal } from '#platform'
import { type Beginning, begin } from './begin.ts'
import { withoutOutput } from './rows.ts'

/** Creates a new run; the finished one does not change. */
export const createRetry = (beginning: Beginning): Implementation =>
  implement(retryRun, async ({ tx, actor, params: { runId } }) => {
    const run = await withoutOutput(tx).where('skillRuns.id', '=', runId).executeTakeFirst()
    if (!run) throw new Refusal('run_not_found')
    if (run.finishedAt === null) throw new Refusal('run_not_finished')
    const { skill, projectId } = run
    const input = run.input as SkillInput
    return begin(tx, beginning, { skill, projectId, input, createdBy: actor.userId, retryOf: runId })
  })
