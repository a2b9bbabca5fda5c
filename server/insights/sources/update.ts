import { updateSource } from '#contract'
import { type Implementation, implement, Refusal } from '#platform'
import { lockSource } from '../library/sources.ts'
import { changeSource, type RematchJobs } from './write.ts'

export const createUpdate = (rematch: RematchJobs): Implementation =>
  implement(updateSource, async ({ tx, params: { sourceId }, body: { version, metadata, ...changes } }) => {
    const before = await lockSource(tx, sourceId)
    if (version !== undefined && version !== before.version) throw new Refusal('stale_version')
    const values = { ...changes, metadata: metadata && JSON.stringify(metadata) }
    return changeSource(tx, before, values, rematch)
  })
