import { updateSource } from '#contract'
import { implement, Refusal } from '#platform'
import { lockSource } from '../library/sources.ts'
import { changeSource } from './write.ts'

export const update = implement(
  updateSource,
  async ({ tx, params: { sourceId }, body: { version, metadata, ...changes } }) => {
    const before = await lockSource(tx, sourceId)
    if (version !== undefined && version !== before.version) throw new Refusal('stale_version')
    return changeSource(tx, before, { ...changes, metadata: metadata && JSON.stringify(metadata) })
  },
)
