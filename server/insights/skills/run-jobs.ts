import { analyse } from './analysis/analyse.ts'
import { isBuiltIn } from './built-in.ts'
import type { Draft } from './draft.ts'
import type { ModelSettings } from './model/ask.ts'
import { runOnModel } from './model/run-on-model.ts'
import { giveUp } from './runs/attempt.ts'
import type { RunJob, RunJobs } from './runs/begin.ts'
import { take } from './runs/take.ts'
import { type Work, workOn } from './runs/work-on.ts'
import { store } from './store.ts'

/** Runs end themselves sooner. */
const timeLimitSeconds = 600
const concurrency = { builtIn: 2, onModel: 4 }

export function createRunJobs(model: ModelSettings | null): RunJobs {
  const builtIn = createRunJob('skills.run', concurrency.builtIn, async (work) => {
    if (!isBuiltIn(work.run.skill)) throw new Error(`${work.run.skill} is not built in.`)
    return analyse(work.run.skill, work)
  })
  const onModel = createRunJob('skills.run_on_model', concurrency.onModel, (work) => runOnModel(work, model))
  return { all: [builtIn, onModel], jobOf: (skill) => (skill.builtIn ? builtIn : onModel) }
}

/** Creates a job that writes a draft with `write` and stores it. */
export function createRunJob(
  name: string,
  concurrency: number,
  write: (work: Work) => Promise<Draft>,
): RunJob {
  return {
    name,
    timeLimitSeconds,
    concurrency,
    retries: { limit: 3, delaySeconds: 1 },
    async run({ db, signal }, { runId }) {
      const run = await take(db.reader, runId, signal)
      if (run) await workOn(db, run, signal, async (work) => store(work, await write(work)))
    },
    giveUp: ({ db }, { runId }) => giveUp(db.reader, runId),
  }
}
