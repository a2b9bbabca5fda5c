import { watchRun } from '#contract'
import { type Implementation, implement, Refusal, sendEvents } from '#platform'
import { findRun, shownTo } from './run-rows.ts'
import type { Watcher } from './watcher.ts'

export const createWatch = (watcher: Watcher): Implementation =>
  implement(watchRun, async ({ tx, actor, params: { runId }, signal, refusalNow }) => {
    if (!(await findRun(tx, runId))) throw new Refusal('run_not_found')
    return sendEvents(events(), signal)

    async function* events() {
      for await (const data of watcher.watch(tx, runId, signal)) {
        if (await refusalNow()) return
        yield { event: 'run', data: shownTo(actor, data) }
      }
    }
  })
