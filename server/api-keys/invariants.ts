import { sql } from 'kysely'
import { type Invariant, noRow } from '#platform'

export const apiKeyInvariants: Invariant[] = [
  noRow(
    'A key was last used after its creation, while it was valid, and not in the future',
    sql`select 'api_key_uses ' || u.key_id as row, 'it has ' || to_char(u.last_used_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS')
        || ' UTC, which is ' || case
          when u.last_used_at < k.created_at then 'before the key was created'
          when u.last_used_at > k.expires_at then 'after it expired'
          when u.last_used_at > k.revoked_at + interval '1 minute' then 'after it was revoked'
          else 'in the future' end as what
      from api_key_uses u join api_keys k on k.id = u.key_id
      where u.last_used_at < k.created_at or u.last_used_at > k.expires_at
      -- A revocation has the time when it began, and calls are accepted until it commits.
      or u.last_used_at > k.revoked_at + interval '1 minute'
      or u.last_used_at > clock_timestamp() + interval '5 minutes'`,
  ),
  noRow(
    'Every key has a row for its last use',
    sql`select 'api_keys ' || k.id as row, 'it has none' as what from api_keys k
      where not exists (select from api_key_uses u where u.key_id = k.id)`,
  ),
  noRow(
    'A key was called between its creation and its last use, and at most as many calls were refused',
    sql`select 'api_key_usage ' || usage.key_id as row, 'on ' || usage.day || ' it has ' || case
          when refused_4xx + refused_5xx > calls then 'more refusals than calls'
          when usage.day < (key.created_at at time zone 'UTC')::date then 'calls before the key was created'
          else 'calls after its last use' end as what
      from api_key_usage usage join api_keys key on key.id = usage.key_id join api_key_uses used using (key_id)
      where refused_4xx + refused_5xx > calls
      or usage.day < (key.created_at at time zone 'UTC')::date
      or usage.day > coalesce((used.last_used_at at time zone 'UTC')::date, '-infinity')`,
  ),
  noRow(
    'A key has at most 20 networks, seen since its creation',
    sql`select 'api_keys ' || key.id as row, 'it has ' || case
          when count(*) > 20 then count(*) || ' networks' else 'a network seen before its creation' end as what
      from api_keys key join api_key_networks network on network.key_id = key.id
      group by key.id
      having count(*) > 20 or min(network.first_seen_at) < key.created_at`,
  ),
  noRow(
    'The audit log has the creation and the revocation of every key',
    sql`select 'api_keys ' || k.id as row, 'the audit log has no ' || action || ' of it' as what
      from api_keys k cross join lateral (
        select 'api_key.create' as action union all select 'api_key.revoke' where k.revoked_at is not null) as expected
      where not exists (
        select from audit_log e where e.target_id = k.id and e.target_type = 'api_key' and e.action = expected.action)`,
  ),
]
