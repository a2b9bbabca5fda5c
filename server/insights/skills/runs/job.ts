import type { Skill } from '#contract'
import type { Job } from '#platform'
import { analyse } from '../analysis/analyse.ts'
import { isBuiltIn } from '../built-in.ts'
import type { Draft } from '../grounding.ts'
import type { ModelSettings } from '../index.ts'
import { runOnModel } from '../model/run-on-model.ts'
import { store } from '../store.ts'
import { giveUp } from './give-up.ts'
import { take } from './take.ts'
import { type Work, workOn } from './work-on.ts'

export interface RunJob extends Job<{ runId: string }> {}

/** Runs that wait for a model do not keep those waiting that need none: each kind has a queue. */
export interface RunJobs {
  all: RunJob[]
  jobOf(skill: Pick<Skill, 'builtIn'>): RunJob
}

/** Longer than any run may take, which is looked after by the run itself. */
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

/** Exported for tests, which bring work of their own. */
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
