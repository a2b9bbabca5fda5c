import { sql } from 'kysely'
import { updateSource } from '#contract'
import { implement, Refusal } from '#platform'
import { moveMentions } from '../trackers/index.ts'
import { findSource, lockSource, toSource } from './rows.ts'

export const update = implement(
  updateSource,
  async ({ tx, params: { sourceId }, body: { version, occurredAt, metadata, ...changes } }) => {
    const before = await lockSource(tx, sourceId)
    if (version !== undefined && version !== before.version) throw new Refusal('stale_version')
    await tx
      .updateTable('sources')
      .set({
        ...changes,
        occurredAt,
        metadata: metadata && JSON.stringify(metadata),
        version: before.version + 1,
        updatedAt: sql<string>`now()`,
      })
      .where('id', '=', sourceId)
      .execute()
    const after = toSource(await findSource(tx, sourceId))
    if (occurredAt !== undefined && occurredAt !== before.occurredAt) await moveMentions(tx, [sourceId])
    return after
  },
)
