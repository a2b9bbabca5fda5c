import { sql } from 'kysely'
import { record } from '#audit'
import { revokeApiKey } from '#contract'
import { implement, Refusal } from '#platform'
import { keysOf } from './rows.ts'

export const revoke = implement(revokeApiKey, async ({ tx, actor, params }) => {
  // Of two at once, the second waits for the row, and then finds it revoked: one audit entry.
  const revoked = await tx
    .updateTable('apiKeys')
    .set({ revokedAt: sql<string>`now()` })
    .where('id', '=', params.keyId)
    .where('ownerId', '=', actor.userId)
    .where('revokedAt', 'is', null)
    .returning(['name', 'prefix'])
    .executeTakeFirst()
  if (revoked) {
    const { name: label, prefix } = revoked
    await record(tx, actor, 'api_key.revoke', { type: 'api_key', id: params.keyId, label }, { prefix })
  }
  const key = await keysOf(tx, actor.userId).where('apiKeys.id', '=', params.keyId).executeTakeFirst()
  if (!key) throw new Refusal('api_key_not_found')
  return key
})
