import type { SkillInput } from '#contract'
import { retryRun } from '#contract'
import { type Implementation, implement, Refusal } from '#platform'
import { type Beginning, begin } from './begin.ts'
import { takeOverCalls } from './calls.ts'
import { withoutOutput } from './run-rows.ts'

/** Creates a new run, which continues with the answers of the model that the finished one has received. */
export const createRetry = (beginning: Beginning): Implementation =>
  implement(retryRun, async ({ tx, actor, params: { runId } }) => {
    const run = await withoutOutput(tx).where('skillRuns.id', '=', runId).executeTakeFirst()
    if (!run) throw new Refusal('run_not_found')
    if (run.finishedAt === null) throw new Refusal('run_not_finished')
    const { skill, projectId } = run
    const input = run.input as SkillInput
    const again = await begin(tx, beginning, {
      skill,
      projectId,
      input,
      createdBy: actor.userId,
      retryOf: runId,
    })
    await takeOverCalls(tx, runId, again.id)
    return again
  })
