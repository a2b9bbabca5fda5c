import type { Database } from '#database'
import { createLog } from '#platform'
import { createModel } from '../model/model.ts'
import type { ModelSettings } from '../model/settings.ts'
import { createRunJobs } from '../run-jobs.ts'
import { modelSettings } from './model-settings.ts'

/** Works on a run as a node with this model does. */
export const workOnModel = (
  db: Database,
  settings: Partial<ModelSettings> & { url: string },
  runId: string,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> =>
  createRunJobs(createModel(modelSettings(settings)))
    .jobOf({ builtIn: false })
    .run({ db, log: createLog('silent'), signal }, { runId })
