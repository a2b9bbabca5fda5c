import { sql } from 'kysely'
import { revokeApiKey } from '#contract'
import type { QueueEmail } from '#mail'
import { implement, Refusal } from '#platform'
import { visibleKeys } from './key-rows.ts'
import { revokeKeys } from './revoke-keys.ts'

export const createRevoke = (queueEmail: QueueEmail | null) =>
  implement(revokeApiKey, async ({ tx, actor, params: { keyId } }) => {
    const key = visibleKeys(tx, actor).where('apiKeys.id', '=', keyId)
    if (!(await key.executeTakeFirst())) throw new Refusal('api_key_not_found')
    await revokeKeys(tx, actor, sql`api_keys.id = ${keyId}`, queueEmail)
    return key.executeTakeFirstOrThrow()
  })
