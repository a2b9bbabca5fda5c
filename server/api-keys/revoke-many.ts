import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Actor, type Input, revokeManyApiKeys } from '#contract'
import type { Reader } from '#database'
import type { QueueEmail } from '#mail'
import { implement, invalidField, Refusal } from '#platform'
import { countOf, hasStatus, isIdle } from './key-rows.ts'
import { revokeKeys } from './revoke-keys.ts'

export const createRevokeMany = (queueEmail: QueueEmail | null) =>
  implement(revokeManyApiKeys, async ({ tx, actor, body }) => {
    const condition = conditionOf(actor, body)
    await refuseUnknown(tx, actor, body)
    const revoked = body.preview ? 0 : await revokeKeys(tx, actor, condition, queueEmail)
    const { remaining } = await tx.selectNoFrom(countOf(condition).as('remaining')).executeTakeFirstOrThrow()
    return { revoked, remaining }
  })

type Selection = Input<typeof revokeManyApiKeys>

/** Returns the condition of the keys to revoke. Keys that no longer work are left alone. */
function conditionOf(actor: Actor, { keyIds, ownerId, idleDays }: Selection): RawBuilder<SqlBool> {
  const given = [
    ...(keyIds ? [sql<SqlBool>`api_keys.id = any(${keyIds}::uuid[])`] : []),
    ...(ownerId ? [sql<SqlBool>`api_keys.owner_id = ${ownerId}`] : []),
    ...(idleDays ? [isIdle(idleDays)] : []),
  ]
  if (given.length === 0) throw invalidField('body', 'Set keyIds, ownerId or idleDays')
  const own = actor.role === 'member' ? [sql<SqlBool>`api_keys.owner_id = ${actor.userId}`] : []
  return sql`(${sql.join([hasStatus('active'), ...own, ...given], sql` and `)})`
}

/** Refuses ids of users and keys that the actor cannot see, instead of revoking fewer keys than expected. */
async function refuseUnknown(tx: Reader, actor: Actor, { keyIds = [], ownerId }: Selection): Promise<void> {
  if (ownerId && ownerId !== actor.userId) {
    if (actor.role === 'member') throw new Refusal('forbidden', 'Members can revoke only their own keys.')
    const owner = await tx.selectFrom('users').select('id').where('id', '=', ownerId).executeTakeFirst()
    if (!owner) throw new Refusal('user_not_found')
  }
  const { known } = await tx
    .selectFrom('apiKeys')
    .where('id', '=', sql<string>`any(${keyIds}::uuid[])`)
    .$if(actor.role === 'member', (keys) => keys.where('ownerId', '=', actor.userId))
    .select(({ fn }) => fn.countAll<number>().as('known'))
    .executeTakeFirstOrThrow()
  if (known < new Set(keyIds).size) throw new Refusal('api_key_not_found')
}
