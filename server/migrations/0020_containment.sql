--! needs-lock
-- What a stolen key leaves behind.

-- A key sent in an Idempotency-Key header belongs to the API key that it came with, or else to the user, whatever the session.
alter table idempotency_records
  add column api_key_id uuid,
  add column caller_id uuid not null generated always as (coalesce(api_key_id, user_id)) stored,
  drop constraint idempotency_records_pkey,
  add primary key (caller_id, operation, key);

-- Where a session was last used from, once an hour.
alter table sessions add column address inet;

-- The maximum lifetime of keys binds those that exist, too: from here on as from a change of it.
update api_keys set expires_at = ends_at from (
  select id, greatest(created_at + make_interval(days => max_key_lifetime_days), now() + interval '14 days') as ends_at
  from api_keys, settings where max_key_lifetime_days is not null
) as limited
where api_keys.id = limited.id and revoked_at is null and (expires_at is null or expires_at > ends_at);
-- It found the keys over the limit, which are none any more.
drop index api_keys_by_lifetime;

-- Owners are reminded twice of each key: so many days before it expires.
-- The default is for nodes of the version before.
alter table api_key_reminders add column days integer not null default 14 check (days in (3, 14));
alter table api_key_reminders drop constraint api_key_reminders_pkey, add primary key (key_id, days);
