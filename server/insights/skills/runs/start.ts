import { startRun } from '#contract'
import type { Transaction } from '#database'
import { Answer, type Implementation, implement, Refusal } from '#platform'
import { type Beginning, begin } from './begin.ts'
import { shownTo } from './run-rows.ts'
import type { Watcher } from './watcher.ts'

export const createStart = (beginning: Beginning, watcher: Watcher): Implementation =>
  implement(startRun, async ({ tx, actor, params, body: { projectId, input = {}, wait = 0 } }) => {
    const { userId: createdBy } = actor
    const run = await begin(tx, beginning, { skill: params.name, projectId, input, createdBy, retryOf: null })
    await refuseUnknownSources(tx, projectId, input.sourceIds ?? [])
    if (wait === 0) return run
    return new Answer(202, run, async ({ db, signal }) => {
      const now = await watcher.untilFinished(db.reader, run.id, wait * 1000, signal)
      const shown = shownTo(actor, now ?? run)
      return new Answer(shown.finishedAt ? 200 : 202, shown)
    })
  })

async function refuseUnknownSources(tx: Transaction, projectId: string, sourceIds: string[]): Promise<void> {
  if (sourceIds.length === 0) return
  const known = await tx
    .selectFrom('sources')
    .select('id')
    .where('projectId', '=', projectId)
    .where('id', 'in', sourceIds)
    .execute()
  const ids = new Set(known.map(({ id }) => id))
  const fields = sourceIds.flatMap((id, n) =>
    ids.has(id) ? [] : [{ path: `input.sourceIds[${n}]`, message: 'Not a source of this project' }],
  )
  if (fields.length > 0)
    throw new Refusal('source_not_found', 'Some of these sources are not in the project.', { fields })
}
