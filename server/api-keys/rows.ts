import { type SqlBool, sql } from 'kysely'
import type { ApiKey } from '#contract'
import type { Reader } from '#platform'

/** The state of a key by the database's clock, like verification. */
const status = sql<ApiKey['status']>`case
  when api_keys.revoked_at is not null then 'revoked'
  when api_keys.expires_at <= clock_timestamp() then 'expired'
  else 'active' end`

export const hasStatus = (wanted: ApiKey['status']) => sql<SqlBool>`${status} = ${wanted}`

/** A person's keys as the API shows them, for the caller to narrow down. */
export function keysOf(tx: Reader, ownerId: string) {
  return tx
    .selectFrom('apiKeys')
    .leftJoin('apiKeyUses', 'apiKeyUses.keyId', 'apiKeys.id')
    .where('apiKeys.ownerId', '=', ownerId)
    .select([
      'apiKeys.id',
      'apiKeys.name',
      'apiKeys.prefix',
      'apiKeys.scopes',
      'apiKeys.createdAt',
      'apiKeyUses.lastUsedAt',
      'apiKeys.expiresAt',
      'apiKeys.revokedAt',
      status.as('status'),
    ])
}
