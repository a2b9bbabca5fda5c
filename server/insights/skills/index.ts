import type { Files } from '#files'
import type { Jobs, Log } from '#platform'
import { createCreate } from './create.ts'
import { remove } from './delete.ts'
import { createGet } from './get.ts'
import { createList } from './list.ts'
import { createModel } from './model/model.ts'
import type { ModelSettings } from './model/settings.ts'
import { createRunJobs } from './run-jobs.ts'
import { cancel } from './runs/cancel.ts'
import { expireCalls } from './runs/expire-calls.ts'
import { get } from './runs/get.ts'
import { list } from './runs/list.ts'
import { createRetry } from './runs/retry.ts'
import { createStart } from './runs/start.ts'
import { createSweep } from './runs/sweep.ts'
import { createWatch } from './runs/watch.ts'
import { createWatcher } from './runs/watcher.ts'

export { builtInSkills } from './built-in.ts'
export type { ModelSettings } from './model/settings.ts'

interface Services {
  files: Files
  model: ModelSettings | null
  log: Log
}

export function createSkills({ files, model, log }: Services) {
  const hasModel = model !== null
  const runJobs = createRunJobs(model && createModel(model))
  const watcher = createWatcher(log)
  let ownJobs: Jobs | undefined
  return {
    jobs: [...runJobs.all, createSweep(runJobs, () => ownJobs), expireCalls],
    operations: (jobs: Jobs) => {
      ownJobs = jobs
      const beginning = { jobs, runJobs, hasModel }
      return [
        createList(hasModel),
        createGet(hasModel),
        createCreate(files, hasModel),
        remove,
        createStart(beginning, watcher),
        list,
        get,
        cancel,
        createRetry(beginning),
        createWatch(watcher),
      ]
    },
  }
}
