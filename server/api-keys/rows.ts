import { type SqlBool, sql } from 'kysely'
import type { ApiKey } from '#contract'
import type { Reader } from '#platform'

/** The status of a key by the database's clock, as in verification. */
const status = sql<ApiKey['status']>`case
  when api_keys.revoked_at is not null then 'revoked'
  when api_keys.expires_at <= now() then 'expired'
  else 'active' end`

/** The same as conditions that can use indexes. */
const conditions: Record<ApiKey['status'], string> = {
  active: 'api_keys.revoked_at is null and (api_keys.expires_at is null or api_keys.expires_at > now())',
  expired: 'api_keys.revoked_at is null and api_keys.expires_at <= now()',
  revoked: 'api_keys.revoked_at is not null',
}

/** Returns the condition that selects keys with a status. */
export const hasStatus = (wanted: ApiKey['status']) => sql<SqlBool>`(${sql.raw(conditions[wanted])})`

/** Selects keys as the API returns them. The caller adds conditions. */
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

/** Selects a user's keys. */
export const keysOf = (tx: Reader, ownerId: string) => keys(tx).where('apiKeys.ownerId', '=', ownerId)
