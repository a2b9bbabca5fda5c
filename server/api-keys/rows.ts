import { type SqlBool, sql } from 'kysely'
import type { ApiKey } from '#contract'
import type { Reader } from '#platform'

/** The state of a key by the database's clock, like verification. */
const status = sql<ApiKey['status']>`case
  when api_keys.revoked_at is not null then 'revoked'
  when api_keys.expires_at <= now() then 'expired'
  else 'active' end`

/** The same as conditions, which indexes can serve. */
const conditions: Record<ApiKey['status'], string> = {
  active: 'api_keys.revoked_at is null and (api_keys.expires_at is null or api_keys.expires_at > now())',
  expired: 'api_keys.revoked_at is null and api_keys.expires_at <= now()',
  revoked: 'api_keys.revoked_at is not null',
}

export const hasStatus = (wanted: ApiKey['status']) => sql<SqlBool>`(${sql.raw(conditions[wanted])})`

/** Keys as the API shows them, for the caller to narrow down. */
export function keys(tx: Reader) {
  return tx
    .selectFrom('apiKeys')
    .leftJoin('apiKeyUses', 'apiKeyUses.keyId', 'apiKeys.id')
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

/** A person's keys. */
export const keysOf = (tx: Reader, ownerId: string) => keys(tx).where('apiKeys.ownerId', '=', ownerId)
