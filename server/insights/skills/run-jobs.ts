import type { Draft } from '#engines/summaries'
import { analyse } from './analysis/analyse.ts'
import { isBuiltIn } from './built-in.ts'
import type { Model } from './model/model.ts'
import { runOnModel } from './model/run-on-model.ts'
import { giveUp } from './runs/attempt.ts'
import type { RunJob, RunJobs } from './runs/begin.ts'
import { take } from './runs/take.ts'
import { type Work, workOn } from './runs/work-on.ts'
import { store } from './store.ts'

/** They end sooner even on a tenth of a core, where nothing waits for another machine. */
const builtInSeconds = 3600
/** Runs end themselves sooner than their jobs. */
const spareSeconds = 300
const concurrency = { builtIn: 2, onModel: 4 }

export function createRunJobs(model: Model | null): RunJobs {
  const builtIn = createRunJob('skills.run', { concurrency: concurrency.builtIn }, async (work) => {
    if (!isBuiltIn(work.run.skill)) throw new Error(`${work.run.skill} is not built in.`)
    return analyse(work.run.skill, work)
  })
  const onModel = createRunJob(
    'skills.run_on_model',
    { concurrency: concurrency.onModel, ...(model && { runSeconds: model.settings.minutes * 60 }) },
    (work) => runOnModel(work, model),
  )
  return { all: [builtIn, onModel], jobOf: (skill) => (skill.builtIn ? builtIn : onModel) }
}

/** Creates a job that writes a draft with `write` and stores it. */
export function createRunJob(
  name: string,
  { concurrency, runSeconds = builtInSeconds }: { concurrency: number; runSeconds?: number },
  write: (work: Work) => Promise<Draft>,
): RunJob {
  return {
    name,
    runSeconds,
    timeLimitSeconds: runSeconds + spareSeconds,
    concurrency,
    retries: { limit: 3, delaySeconds: 1 },
    async run({ db, log, signal }, { runId }) {
      const run = await take(db.reader, runId, signal)
      if (run) await workOn({ db, log }, run, signal, async (work) => store(work, await write(work)))
    },
    giveUp: ({ db }, { runId }) => giveUp(db.reader, runId),
  }
}
