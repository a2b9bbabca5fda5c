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

-- A maximum lifetime of keys binds those that exist: a key over it expires at it, but not before 14 days have passed, so that its owner
-- can replace it. A later, higher maximum gives no key its time back.
create function limit_key_lifetimes(days integer) returns void language sql as $$
  with over as (
    select id, greatest(created_at + make_interval(days => days), now() + interval '14 days') as ends_at
    from api_keys where revoked_at is null
      and (expires_at is null or expires_at > greatest(created_at + make_interval(days => days), now() + interval '14 days'))
    -- As revoking many keys does, so that neither waits for the other in a circle.
    order by id for no key update
  )
  update api_keys set expires_at = ends_at from over where api_keys.id = over.id
$$;

create function settings_limit_keys() returns trigger language plpgsql as $$
begin
  perform limit_key_lifetimes(new.max_key_lifetime_days);
  return null;
end
$$;

create trigger settings_limit_keys after update of max_key_lifetime_days on settings for each row
  when (new.max_key_lifetime_days is not null and new.max_key_lifetime_days is distinct from old.max_key_lifetime_days)
  execute function settings_limit_keys();

select limit_key_lifetimes(max_key_lifetime_days) from settings where max_key_lifetime_days is not null;
-- It found the keys over the limit, which are none any more.
drop index api_keys_by_lifetime;

-- Owners are reminded twice of each key: so many days before it expires.
-- The default is for nodes of the version before.
alter table api_key_reminders add column days integer not null default 14 check (days in (3, 14));
alter table api_key_reminders drop constraint api_key_reminders_pkey, add primary key (key_id, days);
