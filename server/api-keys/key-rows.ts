import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Actor, type ApiKey, type ApiKeyOfSomeone, mostKeysCounted } from '#contract'
import type { Reader } from '#database'

/** The status of a key by the database's clock, as in verification. */
export const status = sql<ApiKey['status']>`case
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

/**
 * Returns the condition that selects active keys neither created nor used in the last `days`. `idle_since` is a date with
 * an index. On that day, the exact times decide.
 */
export const isIdle = (days: number) => sql<boolean>`(${hasStatus('active')}
  and api_keys.created_at < now() - make_interval(days => ${days}::integer)
  and exists (select from api_key_uses where key_id = api_keys.id
    and idle_since <= (now() at time zone 'UTC')::date - ${days}::integer
    and coalesce(last_used_at, made_at) < now() - make_interval(days => ${days}::integer)))`

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

/** Counts the keys that meet a condition, up to `mostKeysCounted`. */
export const countOf = (condition: RawBuilder<SqlBool>) =>
  sql<number>`(select count(*) from (select from api_keys where ${condition} limit ${mostKeysCounted}) as counted)`

/** Who gets the emails about a user's keys: that user, or for a service user those who answer for it. */
export interface Recipients {
  to: string[]
  /** The name of the service user; null if the keys are the recipient's own. */
  service: string | null
}

/** Returns who gets the emails about a user's keys; undefined if the user is disabled. */
export async function recipientsOf(reader: Reader, ownerId: string): Promise<Recipients | undefined> {
  const { rows } = await sql<Recipients>`
    select case when kind = 'service' then name end as service, (
        select array_agg(email order by email) from users recipient
        where not disabled and case when owner.kind = 'person' then id = owner.id else role = 'owner' or role = 'admin' and id = owner.created_by end
      ) as "to"
    from users owner where id = ${ownerId} and not disabled`.execute(reader)
  return rows[0]
}

/** Selects a user's keys. */
export const keysOf = (tx: Reader, ownerId: string) => keys(tx).where('apiKeys.ownerId', '=', ownerId)

/** Selects the keys that a user may see: their own, or everyone's. */
export const visibleKeys = (tx: Reader, { role, userId }: Actor) =>
  role === 'member' ? keysOf(tx, userId) : keys(tx)

/** The calls on each of the last 30 days, as an array. */
const recentCalls = sql<number[]>`(
  select jsonb_agg(coalesce(usage.calls, 0) order by ago desc)
  from generate_series(0, 29) as ago
  left join api_key_usage usage
    on usage.key_id = api_keys.id and usage.day = (now() at time zone 'UTC')::date - ago)`

/** When the newest network was first seen, if it is not the first one and new. */
const newNetworkAt = sql<string | null>`(
  select max(first_seen_at) from api_key_networks where key_id = api_keys.id
  having max(first_seen_at) > min(first_seen_at) and max(first_seen_at) > now() - interval '7 days')`

export const isLongUnused = isIdle(90)

const owner = sql<ApiKeyOfSomeone['owner']>`(
  select jsonb_build_object('id', id, 'name', name, 'email', email, 'disabled', disabled)
  from users where id = api_keys.owner_id)`

/** What lists show of a key in addition. */
export const recentUse = [
  'apiKeys.note',
  recentCalls.as('recentCalls'),
  newNetworkAt.as('newNetworkAt'),
] as const

/** What only owners and admins see in lists. */
export const ownership = [owner.as('owner'), isLongUnused.as('longUnused')] as const
