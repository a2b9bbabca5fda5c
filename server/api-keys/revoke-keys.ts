import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type AuditActor, recordAll } from '#audit'
import { mostKeysAtOnce } from '#contract'
import type { Transaction } from '#database'
import { endGrants, endInvitations } from '#identity'
import type { QueueEmail } from '#mail'
import { newId } from '#platform'
import { hasStatus } from './key-rows.ts'
import { listedAtMost } from './listed.ts'
import { revokedKeysEmail } from './revoked-email.ts'

/**
 * Revokes up to `mostKeysAtOnce` keys that meet the condition and are not revoked yet, and returns how many. Records each
 * in the audit log, and emails owners whose keys someone else revoked.
 */
export async function revokeKeys(
  tx: Transaction,
  actor: AuditActor,
  condition: RawBuilder<SqlBool>,
  queueEmail: QueueEmail | null,
): Promise<number> {
  // Locked in id order, so that simultaneous calls never wait for each other in a circle. The second one skips the keys
  // that the first has revoked, so each key has one audit entry.
  const keys = await tx
    .selectFrom('apiKeys')
    .innerJoin('users as owner', 'owner.id', 'apiKeys.ownerId')
    .where(condition)
    .where('apiKeys.revokedAt', 'is', null)
    .orderBy('apiKeys.id')
    .limit(mostKeysAtOnce)
    .forUpdate('apiKeys')
    .select(['apiKeys.id', 'apiKeys.name', 'apiKeys.prefix', 'owner.id as ownerId', 'owner.email as owner'])
    .execute()
  if (keys.length === 0) return 0
  await tx
    .updateTable('apiKeys')
    .set({ revokedAt: sql<string>`now()` })
    .where('id', '=', sql<string>`any(${keys.map(({ id }) => id)}::uuid[])`)
    .execute()
  await recordAll(
    tx,
    actor,
    'api_key.revoke',
    keys.map(({ id, name, prefix, ownerId, owner }) => ({
      target: { type: 'api_key', id, label: name },
      details: { prefix, ...(ownerId !== actor.userId && { owner }) },
    })),
  )
  const ofKeys = sql<SqlBool>`api_key_id = any(${keys.map(({ id }) => id)}::uuid[])`
  await endInvitations(tx, actor, ofKeys, 'API key revoked')
  await endGrants(tx, actor, ofKeys, 'API key revoked')
  const ofOthers = Map.groupBy(
    keys.filter(({ ownerId }) => ownerId !== actor.userId),
    ({ ownerId }) => ownerId,
  )
  await queueEmail?.(
    tx,
    revokedKeysEmail,
    ...Array.from(ofOthers, ([ownerId, revoked]) => ({
      id: newId(),
      ownerId,
      revokedBy: actor.userId,
      keyIds: revoked.slice(0, listedAtMost).map(({ id }) => id),
      count: revoked.length,
    })),
  )
  return keys.length
}

/** Returns a function that revokes all keys of a user that still work, and returns how many there were. */
export const createRevokeKeysOf =
  (queueEmail: QueueEmail | null) =>
  async (tx: Transaction, actor: AuditActor, ownerId: string): Promise<number> => {
    const theirs = sql<SqlBool>`api_keys.owner_id = ${ownerId} and ${hasStatus('active')}`
    let [all, revoked] = [0, mostKeysAtOnce]
    while (revoked === mostKeysAtOnce) {
      revoked = await revokeKeys(tx, actor, theirs, queueEmail)
      all += revoked
    }
    return all
  }
