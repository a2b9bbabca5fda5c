import { sql } from 'kysely'
import { record } from '#audit'
import { revokeApiKey } from '#contract'
import { implement, Refusal } from '#platform'
import { visibleKeys } from './rows.ts'

export const revoke = implement(revokeApiKey, async ({ tx, actor, params }) => {
  // A simultaneous call waits for the row and then finds it revoked, so there is one audit entry.
  const revoked = await tx
    .updateTable('apiKeys')
    .set({ revokedAt: sql<string>`now()` })
    .from('users as owner')
    .whereRef('owner.id', '=', 'apiKeys.ownerId')
    .where('apiKeys.id', '=', params.keyId)
    .where('apiKeys.revokedAt', 'is', null)
    .$if(actor.role === 'member', (update) => update.where('apiKeys.ownerId', '=', actor.userId))
    .returning(['apiKeys.name', 'apiKeys.prefix', 'owner.id as ownerId', 'owner.email as owner'])
    .executeTakeFirst()
  if (revoked) {
    const { name: label, prefix, ownerId, owner } = revoked
    const whose = ownerId === actor.userId ? {} : { owner }
    await record(
      tx,
      actor,
      'api_key.revoke',
      { type: 'api_key', id: params.keyId, label },
      { prefix, ...whose },
    )
  }
  const key = await visibleKeys(tx, actor).where('apiKeys.id', '=', params.keyId).executeTakeFirst()
  if (!key) throw new Refusal('api_key_not_found')
  return key
})
